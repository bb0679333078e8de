import CBOR
import Foundation
import Testing

/// The fixtures of IPLD: each value as DAG-CBOR and as DAG-JSON.
@Suite struct IPLDVectorTests {
    /// DAG-CBOR writes every floating-point number in eight bytes, so these are not written back the same.
    private static let hasLongNumbers = "float-"

    @Test func fixtures() throws {
        let folder = try TestPaths.data("cbor/ipld-codec-fixtures/fixtures")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        var count = 0
        for name in names {
            let files = try FileManager.default.contentsOfDirectory(
                at: folder.appendingPathComponent(name), includingPropertiesForKeys: nil)
            let cbor = try #require(files.first { $0.pathExtension == "dag-cbor" })
            let json = try #require(files.first { $0.pathExtension == "dag-json" })
            count += 1
            let bytes = [UInt8](try Data(contentsOf: cbor))
            let value = try CBORDecoder().decode(CBORValue.self, from: bytes)
            let expected = try JSONDecoder().decode(CBORValue.self, from: Data(contentsOf: json))
            #expect(try isSame(value, expected), "\(name)")
            if !name.hasPrefix(Self.hasLongNumbers), !name.hasPrefix("garbage-") {
                #expect(try CBOREncoder().encode(value) == bytes, "\(name)")
            }
        }
        #expect(count == 128)
    }

    @Test func `duplicate keys are refused`() throws {
        struct Negative: Decodable { var hex: String }
        let file = try TestPaths.data("cbor/ipld-codec-fixtures/negative-fixtures/dag-cbor/decode/duplicate-keys.json")
        for vector in try JSONDecoder().decode([Negative].self, from: Data(contentsOf: file)) {
            let bytes = try #require([UInt8](hexadecimal: vector.hex))
            let error = #expect(throws: CBORError.self) { try CBORDecoder().decode(CBORValue.self, from: bytes) }
            #expect(error?.reason == .duplicateKey)
        }
    }

    private func isSame(_ value: CBORValue, _ json: CBORValue) throws -> Bool {
        switch (value, json) {
        case (.bytes(let bytes), .map):
            guard case .text(let base64) = json["/"]?["bytes"] else { return false }
            return Data(bytes).base64EncodedString().prefix { $0 != "=" } == base64
        case (.tagged(42, .bytes(let bytes)), .map):
            guard case .text(let link) = json["/"] else { return false }
            // Version 1 links are base32 of what follows a zero byte; version 0 links are base58.
            return !link.hasPrefix("b") || link == "b" + base32(bytes.dropFirst())
        case (.array(let left), .array(let right)):
            return try left.count == right.count && zip(left, right).allSatisfy(isSame)
        case (.map(let left), .map(let right)):
            return try left.count == right.count
                && left.allSatisfy { pair in
                    try right.contains { try $0.key == pair.key && isSame(pair.value, $0.value) }
                }
        case (.double(let left), .unsigned(let right)): return left == Double(right)
        case (.double(let left), .negative(let right)): return left == -1 - Double(right)
        // Beyond 64 bits with a sign, JSON numbers are read as floating-point numbers.
        case (.negative(let left), .double(let right)): return -1 - Double(left) == right
        default: return value == json
        }
    }

    private func base32(_ bytes: some Sequence<UInt8>) -> String {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567")
        var (text, buffer, bits) = ("", 0, 0)
        for byte in bytes {
            buffer = (buffer << 8 | Int(byte)) & 0xFFFF
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[buffer >> bits & 31])
            }
        }
        if bits > 0 { text.append(alphabet[buffer << (5 - bits) & 31]) }
        return text
    }
}
