import CBOR
import Foundation
import Testing

/// One item that is held against a rule of a committed CDDL file.
struct CDDLCase {
    /// The file within `protocols/`.
    var file: String
    var rule: String
    var bytes: [UInt8]
    var isValid: Bool
    var note: String

    /// Asks pycddl about all cases, and records an issue for each that it judges otherwise.
    static func check(_ cases: [CDDLCase], sourceLocation: SourceLocation = #_sourceLocation) async throws {
        struct Request: Encodable {
            var cddl: String
            var rule: String
            var hex: String
        }
        let folder = try Checkout.protocols()
        let lines = try cases.map { item in
            let request = Request(
                cddl: folder.appendingPathComponent(item.file).path, rule: item.rule, hex: item.bytes.hexadecimal)
            return String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
        }
        let responses = try await Python.run("hearthwire.validate", lines)
        try #require(responses.count == cases.count)
        for (item, response) in zip(cases, responses) where (response == "ok") != item.isValid {
            let notation = try CBORDecoder().decode(CBORValue.self, from: item.bytes)
            Issue.record(
                "\(item.file) \(item.rule), \(item.note): \(response.prefix(200)) for \(notation)",
                sourceLocation: sourceLocation)
        }
    }
}

extension Sequence<UInt8> {
    /// The bytes as lower-case hexadecimal digits.
    var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}

extension [UInt8] {
    /// The bytes of hexadecimal digits; nil when they are none.
    init?(hexadecimal text: String) {
        let digits = [UInt8](text.utf8)
        guard digits.count % 2 == 0 else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).map { index in
            UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16)
        }
        self = bytes.compactMap(\.self)
        if count != bytes.count { return nil }
    }
}
