import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// What a body is, and what an entry says of skipping.
struct BodyKindTests {
    @Test(arguments: [
        ("#EXTM3U\n", BodyKind.playlist), ("\u{FEFF}#EXTM3U", .playlist), ("\n\n#EXTINF:-1,A", .playlist),
        ("http://host/a.ts\n", .playlist),
        ("# a comment\n#EXTM3U", .playlist), ("<?xml version=\"1.0\"?>\n<tv>", .guide),
        ("<!DOCTYPE tv SYSTEM \"xmltv.dtd\">", .guide),
        ("<!doctype html><p>", .html), ("<HTML>", .html), ("<div>Blocked</div>", .html),
        ("{\"user_info\":{}}", .json), ("[]", .json),
        ("Access denied", .text), ("", .empty), (" \n", .empty), ("\u{1F}x\u{1}", .binary),
    ])
    func bodies(_ text: String, _ expected: BodyKind) {
        let bytes = Array(text.utf8)
        #expect(BodyKind(head: bytes.span) == expected)
    }

    @Test
    func `compressed bodies`() {
        let gzip: [UInt8] = [0x1F, 0x8B, 8]
        let xz: [UInt8] = [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]
        #expect(BodyKind(head: gzip.span) == .gzip)
        #expect(BodyKind(head: xz.span) == .unsupportedCompression)
    }

    @Test(
        arguments: [
            (
                #"intro-start="30" intro-end="95.5" credits-start="1:02:03""#,
                M3UIntroTimes(introStart: 30, introEnd: 95.5, creditsStart: 3723)
            ),
            (#"intro-end="1:30""#, M3UIntroTimes(introStart: 0, introEnd: 90)),
            (#"intro-start="0" intro-end="0" credits-start="0""#, nil),
            (#"intro-start="90" intro-end="30""#, nil), (#"intro-start="x" intro-end="1:99""#, nil), ("", nil),
            (#"intro-end="-5""#, nil), (#"intro-end="1e99""#, nil),
            (
                #"recap-end="0:40" teaser-start="40" teaser-end="100" preview-start="38:00" preview-end="38:30""#,
                M3UIntroTimes(
                    parts: .init(
                        recap: .init(start: 0, end: 40), teaser: .init(start: 40, end: 100),
                        preview: .init(start: 2_280, end: 2_310)))
            ),
            (
                #"intro-end="90" preview-start="2300""#,
                M3UIntroTimes(introStart: 0, introEnd: 90, parts: .init(preview: .init(start: 2_300, end: nil)))
            ),
            (#"recap-start="40" recap-end="10" teaser-start="5" preview-start="0" preview-end="0""#, nil),
            (#"preview-start="90" preview-end="30""#, nil),
        ] as [(String, M3UIntroTimes?)])
    func `marks in seconds and in hours; zero to zero is no data`(_ attributes: String, _ expected: M3UIntroTimes?) {
        #expect(Playlist("#EXTINF:-1 \(attributes),T\nhttp://h/1\n").entries.first?.marks == expected)
    }
}
