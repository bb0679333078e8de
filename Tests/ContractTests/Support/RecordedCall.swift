import CBOR
import SchemaTool
import Testing

/// A call as it was recorded.
struct RecordedCall {
    /// How the service ended it.
    enum End {
        /// With this answer; empty for a stream.
        case response([UInt8])
        /// Without one.
        case failure(code: UInt64, executed: UInt64, details: [(type: String, body: [UInt8])])
    }

    var service: String
    /// `service/method`.
    var method: String
    var token: [UInt8]?
    var request: [UInt8]
    /// The client's items.
    var sent: [[UInt8]] = []
    /// The service's items.
    var items: [[UInt8]] = []
    /// Nil when the client gave it up, as it does with what has no end.
    var end: End?
}

extension HouseholdRecording {
    /// The calls of a recording, in the order in which they were made.
    ///
    /// - Throws: when a frame is no frame, or has what a recording of short messages has not.
    func calls() throws -> [RecordedCall] {
        var reader = CallReader()
        for frame in frames { try reader.read(frame) }
        return reader.calls
    }
}

private struct CallReader {
    var calls: [RecordedCall] = []
    /// What the welcomes call the methods, by service.
    private var names: [String: [UInt64: String]] = [:]
    /// Where the calls are that are open, by service and number.
    private var open: [String: [UInt64: Int]] = [:]

    mutating func read(_ frame: HouseholdRecording.Frame) throws {
        var rest = try #require([UInt8](hexadecimal: frame.hex))[...]
        while rest.count >= 20 {
            let length = Int(Self.number(rest.prefix(4))) + 4
            let message = rest.prefix(length)
            rest = rest.dropFirst(length)
            let headerLength = Int(Self.number(message.dropFirst(16).prefix(4)))
            let header = try CBORDecoder().decode(CBORValue.self, from: message.dropFirst(20).prefix(headerLength))
            try take(
                kind: message[message.startIndex + 5], call: Self.number(message.dropFirst(8).prefix(8)), header,
                Array(message.dropFirst(20 + headerLength)), frame)
        }
        try #require(rest.isEmpty, "half a message")
    }

    private mutating func take(
        kind: UInt8, call: UInt64, _ header: CBORValue, _ body: [UInt8], _ frame: HouseholdRecording.Frame
    ) throws {
        try #require(header[10] == nil, "a body in pieces")
        switch kind {
        case 2:
            let welcome = try CBORDecoder().decode(CBORValue.self, from: body)
            for method in welcome[13]?.items ?? [] {
                guard let number = method[1]?.number, let name = method[2]?.text else { continue }
                names[frame.service, default: [:]][number] = name
            }
        case 3:
            let method = try #require(header[1].flatMap { $0.text ?? $0.number.flatMap { names[frame.service]?[$0] } })
            open[frame.service, default: [:]][call] = calls.count
            calls.append(
                RecordedCall(service: frame.service, method: method, token: header[4]?.bytes, request: body))
        case 4:
            // An empty body is no item: a client ends its items with one.
            guard let index = open[frame.service]?[call], !body.isEmpty else { break }
            if frame.isFromClient { calls[index].sent.append(body) } else { calls[index].items.append(body) }
        case 5:
            if let index = open[frame.service]?[call] { calls[index].end = Self.end(header, body) }
        case 6:
            // The client gave it up; what still comes of it is chance.
            open[frame.service]?[call] = nil
        default: break
        }
    }

    private static func end(_ header: CBORValue, _ body: [UInt8]) -> RecordedCall.End {
        guard let code = header[20]?.number, code != 0 else { return .response(body) }
        let details = (header[22]?.items ?? []).compactMap { detail -> (type: String, body: [UInt8])? in
            guard let parts = detail.items, let type = parts.first?.text, let body = parts.last?.bytes else {
                return nil
            }
            return (type, body)
        }
        return .failure(code: code, executed: header[23]?.number ?? 1, details: details)
    }

    /// Little-endian.
    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension CBORValue {
    /// What stands under a number of a map.
    fileprivate subscript(key: UInt64) -> CBORValue? {
        guard case .map(let pairs) = self else { return nil }
        return pairs.first { $0.key == .unsigned(key) }?.value
    }

    fileprivate var number: UInt64? { if case .unsigned(let value) = self { value } else { nil } }
    fileprivate var text: String? { if case .text(let value) = self { value } else { nil } }
    fileprivate var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
    fileprivate var items: [CBORValue]? { if case .array(let value) = self { value } else { nil } }
}
