import CatalogAPI
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// What a title is about, in short.
struct SummaryTests {
    private static let overview = """
        Ellen Ripley is the last survivor of a ship that met a hostile creature. She had slept for fifty years, says Dr. Lang. \
        Nobody believes her story. When contact with a colony is lost, Ripley and a squad of marines are sent to the planet of \
        the creature. The weather is bad there. What they find is a nest of creatures, and one child who has survived the creatures.
        """

    @Test(arguments: [
        ("", []), ("One.", ["One."]), ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("Dr. Strange meets Mr. Smith. They talk.", ["Dr. Strange meets Mr. Smith.", "They talk."]),
        ("J. R. R. Tolkien wrote it. He did.", ["J. R. R. Tolkien wrote it.", "He did."]),
        ("It cost 2.5 million. A lot.", ["It cost 2.5 million.", "A lot."]),
        ("In the U.S. Army he serves. Then not.", ["In the U.S. Army he serves.", "Then not."]),
        ("He waits… and waits. Then goes.", ["He waits… and waits.", "Then goes."]),
        ("\"Go!\" she says. He goes.", ["\"Go!\" she says.", "He goes."]),
        ("She asks: \"Why?\" Nobody knows.", ["She asks: \"Why?\"", "Nobody knows."]),
        ("東京の夜。彼は歩く！そして、帰る。", ["東京の夜。", "彼は歩く！", "そして、帰る。"]),
        ("First part\n\nSecond part", ["First part", "Second part"]),
        ("  Spaces.   More.  ", ["Spaces.", "More."]),
    ])
    func `sentences end where they end`(_ text: String, _ expected: [String]) {
        #expect(SentenceSplitter.of(text).map(String.init) == expected)
    }

    @Test(arguments: 1...5)
    func `the sentences that say most, in their order, out of the text itself`(_ count: Int) {
        let sentences = SentenceSplitter.of(Self.overview).map(String.init)
        let summary = Summarizer.summary(of: Self.overview, sentences: count)
        let kept = SentenceSplitter.of(summary.text ?? "").map(String.init)
        #expect(kept.count == count && !summary.isWhole)
        #expect(kept == sentences.filter(kept.contains))
        // What it is about is said, the weather is not.
        #expect(count > 4 || !kept.contains("The weather is bad there."))
    }

    @Test
    func `a short text is its own summary, an empty one has none, and all of it is all of it`() {
        #expect(Summarizer.summary(of: " \n ", sentences: 2) == Summary(text: nil, short: nil, isWhole: true))
        let short = "A film. It is good. Very. So."
        #expect(Summarizer.summary(of: short, sentences: 1).text == short)
        let all = Summarizer.summary(of: Self.overview + " ", sentences: 9)
        #expect(all.text == Self.overview && all.isWhole)
    }

    @Test
    func `the short form has at most 150 characters, and no half ones`() {
        let family = "👩‍👩‍👧‍👦"
        let texts = [
            Self.overview, String(repeating: "word ", count: 100), String(repeating: family, count: 300),
            String(repeating: "e\u{301}", count: 400), String(repeating: "長", count: 400) + "。",
            "Kurz. " + String(repeating: "lang und länger ", count: 40) + "Ende.",
        ]
        for text in texts {
            for count in 1...5 {
                let summary = Summarizer.summary(of: text, sentences: count)
                let short = summary.short ?? ""
                #expect((1...150).contains(short.count))
                let kept = short.hasSuffix("…") ? String(short.dropLast()) : short
                #expect(text.contains(kept), "\(short)")
                #expect(!short.contains("\u{FFFD}"))
            }
        }
    }
}
