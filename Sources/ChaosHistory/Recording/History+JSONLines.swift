import Foundation

extension History {
    /// The format version in the first line of a JSON Lines file.
    static let formatVersion = 1

    /// One line of a file: exactly one of these.
    private struct Line: Codable {
        var history: Int?
        var operation: RecordedOperation?
        var fault: FaultEvent?
    }

    /// The history as JSON Lines (https://jsonlines.org): a line that says `history`, then one for each operation and
    /// fault, in order of time. The same history gives the same bytes.
    public func jsonLines() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func line(_ line: Line) throws -> String { String(decoding: try encoder.encode(line), as: UTF8.self) + "\n" }
        var text = try line(Line(history: Self.formatVersion))
        var pending = faults[...]
        for operation in operations {
            while let fault = pending.first, fault.begin < operation.invoked {
                text += try line(Line(fault: pending.removeFirst()))
            }
            text += try line(Line(operation: operation))
        }
        for fault in pending { text += try line(Line(fault: fault)) }
        return text
    }

    /// Reads what `jsonLines` wrote.
    ///
    /// - Throws: `HistoryError` with the number of the first invalid line.
    public init(jsonLines text: String) throws {
        let decoder = JSONDecoder()
        var (operations, faults): ([RecordedOperation], [FaultEvent]) = ([], [])
        for (index, bytes) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        where !bytes.isEmpty {
            let line: Line
            do {
                line = try decoder.decode(Line.self, from: Data(bytes))
            } catch {
                throw HistoryError(line: index + 1, message: "not a line of a history: \(error)")
            }
            if let version = line.history, version != Self.formatVersion {
                throw HistoryError(line: index + 1, message: "version \(version) is not known here")
            }
            if let operation = line.operation { operations.append(operation) }
            if let fault = line.fault { faults.append(fault) }
        }
        self.init(operations, faults: faults)
    }
}

/// Why a text is not a history.
public struct HistoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public var line: Int
    /// What is wrong with it.
    public var message: String

    public var description: String { "line \(line): \(message)" }
}
