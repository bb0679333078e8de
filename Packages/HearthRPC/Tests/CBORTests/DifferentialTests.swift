import CBOR
import Foundation
import Testing

/// Compares with cbor2, an implementation that shares nothing with this one.
@Suite struct DifferentialTests {
    private let decoder = CBORDecoder(options: .indefiniteLengths)

    @Test func `cbor 2 reads what is written here`() throws {
        var generator = SeededGenerator.announced()
        let values = (0..<2000).map { _ in CBORValue.random(depth: 5, using: &generator) }
        let encoded = try values.map { try CBOREncoder().encode($0) }
        let responses = try Python.run("cbor2_peer.py", encoded.map { "decode " + $0.hexadecimal })
        try #require(responses.count == values.count)
        for (bytes, response) in zip(encoded, responses) {
            let own = try decoder.decode(CBORValue.self, from: bytes)
            #expect(response == "ok " + own.exactNotation, "\(bytes.hexadecimal)")
        }
    }

    /// Its canonical form sorts keys by length first (RFC 7049), which is the same among texts.
    @Test func `canonical forms of text keys agree`() throws {
        var generator = SeededGenerator.announced()
        let values = (0..<4000).map { _ in CBORValue.random(depth: 4, using: &generator) }.filter(\.hasOnlyTextKeys)
        #expect(values.count > 500)
        let encoded = try values.map { try CBOREncoder().encode($0).hexadecimal }
        let responses = try Python.run("cbor2_peer.py", encoded.map { "canonical " + $0 })
        #expect(responses == encoded)
    }

    @Test func `what CBOR 2 writes is read here`() throws {
        var generator = SeededGenerator.announced()
        let seed = UInt32.random(in: 0 ... .max, using: &generator)
        let lines = try Python.run("cbor2_peer.py", ["generate \(seed) 2000"])
        #expect(lines.count == 2000)
        for line in lines {
            let parts = line.split(separator: " ", maxSplits: 1)
            let bytes = try #require([UInt8](hexadecimal: parts[0]))
            let value = try decoder.decode(CBORValue.self, from: bytes)
            #expect(value.exactNotation == parts[1])
            let encoded = try CBOREncoder().encode(value)
            #expect(try CBORDecoder(options: .deterministic).decode(CBORValue.self, from: encoded) == value)
        }
    }

    /// Why this library may refuse what cbor2 takes: it ignores what follows an item, and its keys `1`, `1.0` and
    /// `true` are one.
    private static let stricter: Set<CBORError.Reason> = [.trailingBytes, .depthLimit]

    @Test func `verdicts on mutated bytes agree`() throws {
        var generator = SeededGenerator.announced()
        var inputs: [[UInt8]] = []
        for _ in 0..<6000 {
            var bytes = try CBOREncoder().encode(CBORValue.random(depth: 3, using: &generator))
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let position = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 1: bytes.insert(UInt8(truncatingIfNeeded: generator.next()), at: position)
                default: bytes[position] = UInt8(truncatingIfNeeded: generator.next())
                }
            }
            inputs.append(bytes)
        }
        let responses = try Python.run("cbor2_peer.py", inputs.map { "decode " + $0.hexadecimal })
        try #require(responses.count == inputs.count)
        var (accepted, refused) = (0, 0)
        for (bytes, response) in zip(inputs, responses) {
            do {
                let notation = try decoder.decode(CBORValue.self, from: bytes).exactNotation
                accepted += 1
                if response.hasPrefix("no "), Self.isOwnLimit(response) { continue }
                #expect(response == "ok " + notation, "\(bytes.hexadecimal)")
            } catch let error as CBORError {
                refused += 1
                if Self.stricter.contains(error.reason) { continue }
                // In Python no NaN equals another: there a map has as many of them for keys as one likes.
                if error.reason == .duplicateKey, response.contains("fnan") { continue }
                #expect(response.hasPrefix("no "), "\(bytes.hexadecimal): \(error), but \(response)")
            }
        }
        #expect(accepted > 100 && refused > 100)
    }

    /// Whether cbor2 refused for a reason of Python's.
    private static func isOwnLimit(_ response: String) -> Bool {
        response.contains("Duplicate map key") || response.contains("hash")
    }
}
