import RPC
import Testing

@testable import ReadingListService

/// Laws of addresses, for whatever a person pastes.
struct WebAddressPropertyTests {
    private static let pieces = [
        "http://", "https://", "HTTPS://", "//", "www.", "example", ".com", ".co.uk", "bücher", "xn--", "[::1]", "/",
        "//", "/./",
        "/../", "%2e", "%2F", "%", "%zz", "%C3%A9", "é", " ", "\t", "\n", "?", "&", "=", "utm_source=x",
        "utm%5Fmedium=y", "si=1",
        "#", "#!", "#/", ":", ":80", ":443", ":8080", "@", "user:pass@", "\\", "日本", "🙂", "\u{0}", "\u{200d}",
        "\u{ff0e}", "a", "B",
        "~", "%7E", "'", "\"", "<", ">", "|", "{", "}", "youtube.com", "\u{fffd}", "ß", "İ", ".", "..", "-", "_", "1",
        "255.",
    ]

    private static func garbage(_ source: inout SplitMix64) -> String {
        let begin = Bool.random(using: &source) ? "https://example.com" : ""
        return begin
            + (0..<Int.random(in: 1...14, using: &source)).map { _ in pieces.randomElement(using: &source) ?? "" }
            .joined()
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `an address of an address is itself, and garbage only refused`(seed: UInt64) {
        var source = SplitMix64(seed: seed)
        var taken = 0
        for _ in 0..<3_000 {
            let text = Self.garbage(&source)
            guard let address = try? WebAddress(text) else { continue }
            taken += 1
            let again = try? WebAddress(address.canonical)
            #expect(again?.canonical == address.canonical, "seed \(seed): \(text.debugDescription)")
            #expect(again?.domain == address.domain, "seed \(seed): \(text.debugDescription)")
            #expect(
                address.canonical.utf8.allSatisfy { (0x21...0x7e).contains($0) },
                "seed \(seed): \(text.debugDescription)")
            // What is opened is the same page.
            #expect(
                (try? WebAddress(address.url))?.canonical == address.canonical, "seed \(seed): \(text.debugDescription)"
            )
        }
        #expect(taken > 500, "seed \(seed): only \(taken) addresses")
    }

    @Test(arguments: [5, 6] as [UInt64])
    func `what does not count changes nothing`(seed: UInt64) throws {
        var source = SplitMix64(seed: seed)
        for number in 0..<500 {
            let path = "/p\(number)/q"
            let plain = try WebAddress("https://example.com\(path)?id=\(number)").canonical
            let scheme = ["http", "https", "HTTP", "hTTps"].randomElement(using: &source) ?? "http"
            let host =
                ["example.com", "EXAMPLE.com", "example.com.", "exam%70le.com"].randomElement(using: &source) ?? ""
            let port = scheme.lowercased() == "http" ? ["", ":80", ":"] : ["", ":443", ":"]
            let slash = ["", "/", "//", "/.", "/x/.."].randomElement(using: &source) ?? ""
            let tracking = ["", "&utm_campaign=a", "&fbclid=1&utm_x=2", "&&"].randomElement(using: &source) ?? ""
            let fragment = ["", "#", "#part", "#:~:text=a"].randomElement(using: &source) ?? ""
            let text =
                "\(scheme)://\(host)\(port.randomElement(using: &source) ?? "")\(path)\(slash)?id=\(number)\(tracking)\(fragment)"
            #expect(try WebAddress(text).canonical == plain, "seed \(seed): \(text)")
        }
    }

    @Test(arguments: [7, 8] as [UInt64])
    func `bytes at random are never more than refused`(seed: UInt64) {
        var source = SplitMix64(seed: seed)
        for _ in 0..<3_000 {
            let bytes = (0..<Int.random(in: 0...60, using: &source)).map { _ in
                UInt8.random(in: 0...255, using: &source)
            }
            guard let address = try? WebAddress("http://" + String(decoding: bytes, as: UTF8.self)) else { continue }
            #expect((try? WebAddress(address.canonical))?.canonical == address.canonical, "seed \(seed): \(bytes)")
        }
    }
}
