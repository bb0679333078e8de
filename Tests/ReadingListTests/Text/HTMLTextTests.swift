import Expectations
import Testing

@testable import ReadingListService

/// Character references, once and not twice.
struct HTMLTextTests {
    @Test(arguments: [
        ("AT&amp;T", "AT&T"), ("&amp;lt;b&amp;gt;", "&lt;b&gt;"), ("&#39;a&#039;", "'a'"),
        ("&#x2019;&#X2019;", "\u{2019}\u{2019}"),
        ("caf&eacute;", "café"), ("a&nbsp;b", "a\u{a0}b"), ("&hellip;&mdash;&apos;", "\u{2026}\u{2014}'"),
        ("&Omega;&omega;", "Ωω"),
        ("&#128;&#150;", "\u{20ac}\u{2013}"), ("&#0;&#xD800;&#x110000;", "\u{fffd}\u{fffd}\u{fffd}"),
        ("&bogus; & &; &# &#x; &", "&bogus; & &; &# &#x; &"), ("a&copy b", "a\u{a9} b"), ("?a=1&copy=2", "?a=1&copy=2"),
        ("&#99999999999999999999;", "&#99999999999999999999;"), ("&starf; title", "\u{2605} title"),
        ("&#x1F600;", "\u{1f600}"),
        ("&notit;", "&notit;"), ("Tom &amp;amp; Jerry", "Tom &amp; Jerry"),
    ])
    func `references are decoded once`(text: String, decoded: String) {
        expectEqual(HTMLText.decoded(text), decoded)
    }

    @Test func `titles lose their stars when they lose their star`() {
        #expect(LeadingStar.isThere("\u{2b50} A"))
        expectEqual(LeadingStar.stripped("\u{2b50}\u{fe0f} \u{2b50}A"), "A")
        expectEqual(LeadingStar.stripped("A \u{2b50}"), "A \u{2b50}")
        expectEqual(LeadingStar.stripped("\u{2b50}"), nil)
        #expect(!LeadingStar.isThere("A"))
    }

    @Test func `texts are cut at whole characters, and tags are alike without case`() {
        let long = String(repeating: "é", count: 1_000)
        expectEqual(LinkText.typedTitle(long)?.count, 500)
        expectEqual(LinkText.typedTitle(" a \n\t b\u{0} "), "a b")
        expectEqual(LinkText.typedTitle(" \u{0} "), nil)
        expectEqual(LinkText.tags([" Swift", "swift", "", "Été", "ete"]), ["Swift", "Été"])
        expectEqual(LinkText.note(" a\n b\u{1} "), "a\n b")
    }

    @Test func `titles are in the order of a shelf`() {
        let titles = ["The Zebra", "alien", "Part 10", "Part 2", "\u{2b50} Éclair", "A Dog"]
        expectEqual(
            titles.sorted { TitleSortKey.key($0) < TitleSortKey.key($1) },
            ["alien", "A Dog", "\u{2b50} Éclair", "Part 2", "Part 10", "The Zebra"])
        #expect(TitleSortKey.key(nil) > TitleSortKey.key("zzz"))
    }
}
