import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// What is packed comes out as it was, whatever it is.
@Suite struct ProgrammeBufferTests {
    /// Makes programmes of any values and texts.
    private struct ProgrammeGenerator {
        var numbers: SeededGenerator

        private static let texts = ["", "News", "Sinvula 日本語 🏳️‍🌈", "A\u{0}B", String(repeating: "long ", count: 3_000)]

        mutating func record() -> ProgrammeRecord {
            let channel = "channel \(Int.random(in: 0..<5, using: &numbers))"
            return ProgrammeRecord(channel: channel) {
                number()
            } text: {
                text()
            }
        }

        private mutating func number() -> Int64 {
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0: .max
            case 1: .min
            case 2: .random(in: .min ... .max, using: &numbers)
            default: .random(in: -200...200, using: &numbers)
            }
        }

        private mutating func text() -> String? {
            Bool.random(using: &numbers) ? Self.texts.randomElement(using: &numbers) : nil
        }
    }

    @Test func `programmes come out as they went in, those of a channel side by side`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = ProgrammeGenerator(numbers: SeededGenerator(seed: seed))
        let records = (0..<400).map { _ in generator.record() }
        var packed = ProgrammeBuffer()
        for (index, record) in records.enumerated() { packed.append(record, fingerprint: Int64(index) - 200) }
        #expect(packed.count == records.count, "seed \(seed)")
        for (index, record) in records.enumerated() {
            let found = packed[index]
            #expect(found.record == record && found.fingerprint == Int64(index) - 200, "seed \(seed), \(index)")
        }
        let order = packed.byChannel
        #expect(order.sorted() == Array(records.indices), "seed \(seed)")
        // A channel begins once, and its programmes come in their order.
        let changes = zip(order, order.dropFirst()).filter { records[$0].channel != records[$1].channel }
        #expect(changes.count == Set(records.map(\.channel)).count - 1, "seed \(seed)")
        for (earlier, later) in zip(order, order.dropFirst()) where records[earlier].channel == records[later].channel {
            #expect(earlier < later, "seed \(seed)")
        }
    }
}
