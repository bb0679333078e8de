import Foundation
import Testing

@testable import Cryptography

struct Base64URLTests {
    /// RFC 4648, section 10, and RFC 7515, appendix C.
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"),
    ])
    func `the examples of the RFC`(plain: String, text: String) {
        #expect(Base64URL.encode(Array(plain.utf8)) == text)
        #expect(Base64URL.decode(text.utf8) == Array(plain.utf8))
    }

    @Test func `every byte at every place is as Foundation has it`() {
        for byte in UInt8.min ... .max {
            for count in 1...4 {
                for place in 0..<count {
                    var bytes = [UInt8](repeating: 0xa5, count: count)
                    bytes[place] = byte
                    let expected = Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
                        .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
                    let text = Base64URL.encode(bytes)
                    if text != expected || Base64URL.decode(text.utf8) != bytes { Issue.record("\(bytes)") }
                }
            }
        }
    }

    /// Of all texts of up to three characters of one byte each, exactly those decode that encoding makes.
    @Test func `one text for each bytes`() {
        var count = 0
        for text in Self.texts(length: 1) + Self.texts(length: 2) {
            guard let bytes = Base64URL.decode(text) else { continue }
            count += 1
            if Array(Base64URL.encode(bytes).utf8) != text { Issue.record("\(text)") }
        }
        #expect(count == 256)
        #expect(Self.texts(length: 1).allSatisfy { Base64URL.decode($0) == nil })
    }

    private static func texts(length: Int) -> [[UInt8]] {
        (0..<length).reduce([[]]) { texts, _ in texts.flatMap { text in (UInt8.min ... .max).map { text + [$0] } } }
    }

    @Test(arguments: [
        "Zg=", "Zg==", "Zm8=", "Z", "Zm9vY", " Zg", "Zg ", "Z g", "Zg\n", "Z+", "Z/", "Zh", "Zm9", "\u{0}\u{0}", "Zg.",
        "ÄÖ",
    ])
    func `no padding, no other character, no bits left over`(text: String) {
        #expect(Base64URL.decode(text.utf8) == nil)
    }
}
