import Testing
import TextFolding

@testable import CatalogFormats

/// Names whose UTF-8 was read as windows-1252 and encoded once more.
struct DoubleEncodingTests {
    /// A text as such a program writes it.
    private static func twice(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            LegacyCharset.append(Windows1252.codePoint(of: byte), to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func title(_ written: String) -> String? {
        Playlist("#EXTM3U\n#EXTINF:-1,\(written)\nhttps://h.example/a.mp4\n").entries.first?.title
    }

    @Test(arguments: [
        "Anatomía de Grey", "Às Três", "Ánima – Último", "Crème brûlée", "Größe", "Łódź", "Сериал", "Ερώτηση", "الحلقة",
        "第5集",
        "Phụ nữ", "Çocuklar Duymasın", "Tide ★ Café", "Ò",
    ])
    func `a name that was encoded twice is read as it was`(_ name: String) {
        #expect(Self.title(Self.twice(name)) == name)
    }

    @Test(arguments: [
        "Anatomía de Grey", "Úž", "Straße", "BÂŞKA", "Ã", "Â", "TÂM", "Ã la carte", "Île – ƒ", "Ärzte", "Größe ©",
        "Œuvre", "ÉTÉ",
        "Anatomía de GreyÃ­",
    ])
    func `what is no such name stays`(_ name: String) {
        #expect(Self.title(name) == name)
    }

    @Test
    func `each part between quotes is decoded by itself, and the report counts the line`() throws {
        let line = "#EXTINF:-1 group-title=\"Acción\" tvg-name=\"\(Self.twice("Ánima"))\",\(Self.twice("Época"))"
        let list = Playlist("#EXTM3U\n\(line)\nhttps://h.example/\(Self.twice("é")).mp4\n")
        let entry = try #require(list.entries.first)
        #expect([entry.groupText, entry.guideName, entry.title] == ["Acción", "Ánima", "Época"])
        // A server has the file under the name in the list.
        #expect(entry.address == "https://h.example/\(Self.twice("é")).mp4")
        #expect(list.summary.linesRecoded == 1)
    }
}
