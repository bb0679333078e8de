import Testing
import TextFolding

struct ExcerptTests {
    @Test(arguments: [
        ("", ""), ("Hällo 世界 👍", "Hällo 世界 👍"), ("a\nb\u{0}", "a\\u{a}b\\u{0}"), ("\u{1b}[31mred", "\\u{1b}[31mred"),
        ("\u{202e}evil\u{2066}", "\\u{202e}evil\\u{2066}"), ("a\u{200b}b\u{feff}", "a\\u{200b}b\\u{feff}"),
        ("\u{2028}\u{a0}", "\\u{2028}\\u{a0}"), (String(decoding: [0x61, 0xff], as: UTF8.self), "a\\u{fffd}"),
    ])
    func `what is invisible is written out`(text: String, expected: String) {
        #expect(Excerpt.of(text) == expected)
    }

    @Test func `an excerpt is short, and never cut in an escape`() {
        #expect(Excerpt.of(String(repeating: "x", count: 80)) == String(repeating: "x", count: 80))
        #expect(Excerpt.of(String(repeating: "x", count: 81)) == String(repeating: "x", count: 80) + "…")
        for count in 0..<100 {
            let excerpt = Excerpt.of(String(repeating: "x", count: count) + String(repeating: "\u{202e}", count: 30))
            #expect(excerpt.unicodeScalars.count <= 81)
            #expect(excerpt.split(separator: "\\").dropFirst().allSatisfy { $0.hasPrefix("u{202e}") })
        }
    }
}
