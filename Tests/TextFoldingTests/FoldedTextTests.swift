import Testing
import TextFolding

/// Texts without case, diacritics and punctuation.
struct FoldedTextTests {
    @Test
    func `folding: case, diacritics, width, fancy letters; marks that carry meaning stay`() {
        func fold(_ text: String) -> String { String(decoding: FoldedText(text).folded, as: UTF8.self) }
        #expect(fold("Amélie") == "amelie")
        #expect(fold("STRASSE") == fold("Straße"))
        #expect(fold("ＢＢＣ　Ｏｎｅ") == "bbcone")
        #expect(fold("𝐒𝐤𝐲 ᴴᴰ") == "skyhd")
        #expect(fold("ꜰʀᴇꜱʜ ⱽ") == "freshv")
        #expect(FoldedText("٤٥ ۵").words.map(\.number) == [45, 5])
        #expect(fold("Spider-Man") == fold("Spider Man"))
        #expect(fold("Don't") == fold("Don’t"))
        #expect(fold("Canal+") != fold("Canal"))
        #expect(fold("+Perfil") != fold("Perfil"))
        #expect(fold("Tom & Jerry") == fold("Tom and Jerry"))
        #expect(fold("Łódź Øre Čapek") == "lodzorecapek")
        #expect(fold("ΡΙΚ ΣΑΤ") == fold("ρικ σατ"))
        #expect(fold("कि") != fold("का"))
        #expect(fold("İSTANBUL") == fold("istanbul"))
        #expect(fold("★●►") == "")
        #expect(fold("Cafe\u{301}") == fold("Café"))
    }
}
