internal import Foundation
internal import Logging
internal import RPC

/// One log line before it is written: swift-log's event, flattened and redacted.
struct LogLine: Sendable {
    var time: WallTime
    var level: Logger.Level
    var label: String
    var message: String
    /// Sorted by name.
    var metadata: [(name: String, value: String)]

    /// The line for people: `2026-01-01T12:00:00.000Z info catalog: shard opened household=home`.
    var text: String {
        var line = "\(Self.timestamp(time)) \(level.rawValue.padded(to: 7)) \(label): \(Self.oneLine(message))"
        for (name, value) in metadata { line += " \(name)=\(Self.quoted(value))" }
        return line + "\n"
    }

    /// The line for machines: one JSON object.
    var json: String {
        var fields = [
            ("time", Self.timestamp(time)), ("level", level.rawValue), ("service", label), ("message", message),
        ]
        // Caller metadata named like a fixed field must not occur twice in the object.
        let fixed = Set(fields.map(\.0))
        fields += metadata.map { (fixed.contains($0.name) ? "\($0.name)_" : $0.name, $0.value) }
        return "{" + fields.map { "\(Self.jsonString($0.0)):\(Self.jsonString($0.1))" }.joined(separator: ",") + "}\n"
    }

    /// RFC 3339 in UTC with milliseconds.
    private static func timestamp(_ time: WallTime) -> String {
        let date = Date(timeIntervalSince1970: time.secondsSince1970)
        return date.formatted(
            .iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .omitted))
    }

    /// Escapes line ends, so that no logged text can start a line of its own.
    private static func oneLine(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return text.unicodeScalars.map { isControl($0) ? "\\u{\(String($0.value, radix: 16))}" : String($0) }.joined()
    }

    private static func quoted(_ text: String) -> String {
        let needsQuotes =
            text.isEmpty
            || text.utf8.contains { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "=") }
        let line = oneLine(text)
        return needsQuotes ? "\"\(line.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" : line
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || scalar.value == 0x2028 || scalar.value == 0x2029
    }

    /// A JSON string (RFC 8259, section 7).
    private static func jsonString(_ text: String) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case "\n": json += "\\n"
            case "\r": json += "\\r"
            case "\t": json += "\\t"
            case _ where isControl(scalar):
                let digits = String(scalar.value, radix: 16)
                json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
