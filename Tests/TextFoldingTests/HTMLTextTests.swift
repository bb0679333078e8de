import Testing
import TextFolding

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
        #expect(HTMLText.decoded(text) == decoded)
    }
}
