import Foundation
import TestSupport
import Testing

@testable import ReadingListService

/// Files in other encodings and with other line ends.
struct EncodingTests {
    private static func page(_ charset: String) -> String {
        """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=\(charset)">
        <DL><p>
        <DT><A HREF="https://enc.example/1" ADD_DATE="1700000000">
        """
    }

    private static func file(_ charset: String, _ title: [UInt8]) -> [UInt8] {
        Array(page(charset).utf8) + title + Array("</A>\n</DL><p>\n".utf8)
    }

    @Test(arguments: [
        ("Shift_JIS", "k/qWe4zqgsyR6A==", "日本語の題"), ("windows-31j", "h0A=", "①"),
        ("EUC-JP", "xvzL3LjspM7C6g==", "日本語の題"),
        ("iso-2022-jp", "GyRCRnxLXDhsGyhC", "日本語"), ("windows-1251", "z/Do4uXyIOzo8A==", "Привет мир"),
        ("koi8-r", "8NLJ18XUIM3J0g==", "Привет мир"), ("IBM866", "j+CooqXiIKyo4A==", "Привет мир"),
        ("gb2312", "1tDOxA==", "中文"), ("big5", "pKSk5Q==", "中文"), ("euc-kr", "x9Gxubi7", "한국말"),
        ("iso-8859-1", "k3F1b3RllA==", "“quote”"), ("iso-8859-2", "s/O/", "łóż"), ("ISO-8859-15", "pA==", "€"),
        ("windows-1253", "xevr3Q==", "Ελλέ"), ("windows-1255", "+ezl7Q==", "שלום"), ("latin1", "6Q==", "é"),
        // Declared as something else than it is in.
        ("windows-1251", "0J/RgNC40LLQtdGC", "Привет"), ("x-unknown", "0J/RgNC40LLQtdGC", "Привет"),
        ("utf-8", "6Q==", "é"),
    ])
    func `a page is read in the encoding that it names`(charset: String, base64: String, title: String) throws {
        let bytes = Self.file(charset, Array(try #require(Data(base64Encoded: base64))))
        for piece in [1, 3, 100, 1 << 16] {
            let (links, problem) = try LinkReaderTests.read(bytes, piece: piece)
            #expect(links.map(\.title) == [title] && problem == nil, "pieces of \(piece)")
        }
    }

    @Test func `a declaration is believed only when the bytes allow it, however late they come`() throws {
        let filler = String(repeating: "<DT><A HREF=\"https://enc.example/x\">plain</A>\n", count: 500)
        let bytes =
            Array(Self.page("windows-1251").utf8) + Array("A</A>\n\(filler)<DT><A HREF=\"https://e.example/\">".utf8)
            + [0xcf, 0xf0, 0xe8] + Array("</A>".utf8)
        for piece in [7, 1_000, 1 << 20] {
            #expect(try LinkReaderTests.entries(bytes, piece: piece).last?.title == "При")
        }
    }

    private static let texts: [(name: String, text: String)] = [
        (
            "bookmarks",
            "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><A HREF=\"https://a.example/\">Привет</A>\n</DL>"
        ),
        ("csv", "title,url\nПривет,https://a.example/\n"), ("list", "https://a.example/ Привет\n"),
        ("json", #"[{"url":"https://a.example/","title":"Привет"}]"#),
    ]

    @Test(
        arguments: texts.indices,
        [
            (String.Encoding.utf16LittleEndian, [0xff, 0xfe]), (.utf16BigEndian, [0xfe, 0xff]),
            (.utf16LittleEndian, []),
            (.utf16BigEndian, []), (.utf8, [0xef, 0xbb, 0xbf]), (.utf32LittleEndian, [0xff, 0xfe, 0, 0]),
            (.utf32BigEndian, [0, 0, 0xfe, 0xff]),
        ] as [(String.Encoding, [UInt8])])
    func `marks and wide encodings are told by themselves`(
        index: Int, encoding: (String.Encoding, [UInt8])
    ) throws {
        let (name, text) = Self.texts[index]
        let data = try #require(text.data(using: encoding.0))
        for piece in [1, 64, 1 << 16] {
            let (links, problem) = try LinkReaderTests.read(encoding.1 + Array(data), piece: piece)
            #expect(links.map(\.url) == ["https://a.example/"] && problem == nil, "\(name)")
            #expect(links.map(\.title) == ["Привет"], "\(name)")
        }
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func `lines end in every way`(end: String) throws {
        for (text, count) in [
            ("title,url|MA,https://cr.example/1|MB,https://cr.example/2|", 2),
            ("https://cr.example/1|https://cr.example/2 B|#x|https://cr.example/3", 3),
            ("<DL>|<DT><A HREF=\"https://cr.example/1\">A</A>|<DT><A HREF=\"https://cr.example/2\">B</A>|</DL>", 2),
            ("[|{\"url\":|\"https://cr.example/1\"}|]|", 1),
        ] {
            let bytes = Array(text.replacing("|", with: end).utf8)
            let lined = Array(text.replacing("|", with: "\n").utf8)
            for piece in [1, 5, 1_000] {
                let links = try LinkReaderTests.entries(bytes, piece: piece)
                #expect(try links.count == count && links == LinkReaderTests.entries(lined))
            }
        }
    }
}
