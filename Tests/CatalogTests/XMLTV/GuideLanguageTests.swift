import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Programmes whose texts are in several languages: one language's title goes with that language's description.
struct GuideLanguageTests {
    private static func programme(
        _ titles: [(String, String)], _ subTitles: [(String, String)], _ descriptions: [(String, String)]
    ) -> [String] {
        func texts(_ pairs: [(String, String)]) -> [XMLTVText] { pairs.map { XMLTVText($0.1, language: $0.0) } }
        var programme = XMLTVProgramme()
        (programme.titles, programme.subTitles, programme.descriptions) = (
            texts(titles), texts(subTitles), texts(descriptions)
        )
        let language = programme.mainLanguage
        return [programme.titles, programme.subTitles, programme.descriptions].map {
            XMLTVProgramme.text(of: $0, in: language)
        }
    }

    @Test
    func `the language that has all of a programme's texts`() {
        #expect(
            Self.programme(
                [("es", "Homes de la Tele"), ("en", "Homes under the Hammer")], [("es", "uno"), ("en", "One")],
                [("de", "Beschreibung"), ("en", "Description")]) == ["Homes under the Hammer", "One", "Description"])
        #expect(Self.programme([("de", "A"), ("en-GB", "B")], [], [("en", "b")]) == ["B", "", "b"])
        #expect(Self.programme([("de", "A"), ("en", "B")], [], [("en", "b"), ("de", "a")]) == ["A", "", "a"])
        #expect(Self.programme([("de", "A"), ("", "B")], [], [("de", "a"), ("", "b")]) == ["B", "", "b"])
        #expect(Self.programme([("", "B"), ("de", "A")], [], [("de", "a")]) == ["A", "", "a"])
    }

    @Test
    func `the language of most texts, and any where there is no other`() {
        #expect(Self.programme([("es", "A"), ("en", "B")], [("en", "b")], [("de", "c")]) == ["B", "b", "c"])
        #expect(Self.programme([("en", "A")], [("de", "x"), ("en", "y")], []) == ["A", "y", ""])
        #expect(Self.programme([("en", "A")], [], [("de", "c")]) == ["A", "", "c"])
        #expect(Self.programme([("fr", "A"), ("en", "B")], [], []) == ["A", "", ""])
        #expect(Self.programme([("", "A")], [("", "s")], [("", "d"), ("en", "e")]) == ["A", "s", "d"])
    }
}
