internal import HTTPServer
internal import RPC

/// The id of an event: a position in the log that a stream follows, as `generation-sequence` in hexadecimal.
enum EventID {
    private static let radix = 16

    /// The text of a position.
    static func text(_ position: StreamPosition) -> String {
        "\(String(position.generation, radix: radix))-\(String(position.sequence, radix: radix))"
    }

    /// The position of a text; nil when it is none.
    static func position(_ text: String) -> StreamPosition? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let generation = UInt64(parts[0], radix: radix),
            let sequence = UInt64(parts[1], radix: radix)
        else { return nil }
        return StreamPosition(generation: generation, sequence: sequence)
    }

    /// Where the follower of a stream broke off (HTML, section 9.2.3); nil when it begins.
    static func position(in request: WebRequest) -> StreamPosition? {
        request.fields["Last-Event-ID"].flatMap(position)
    }
}
