internal import Synchronization

/// The body of a request, read as the handler asks for it: unread bytes stay with the sender.
public final class RequestBody: Sendable {
    private enum State {
        case length(left: Int)
        case chunked(ChunkedDecoder)
        case end
    }

    private let reader: ConnectionReader
    private let limits: HTTPLimits
    private let state: Mutex<State>
    /// Asks a client that waits for it to send the body; once.
    private let invite: Mutex<(@Sendable () async throws -> Void)?>
    /// The announced length in bytes; nil when none is announced.
    public let length: Int?

    init(
        _ reader: ConnectionReader, _ framing: RequestHead.Framing, limits: HTTPLimits,
        invite: (@Sendable () async throws -> Void)?
    ) {
        (self.reader, self.limits) = (reader, limits)
        self.invite = Mutex(invite)
        let begin: State
        switch framing {
        case .none: (begin, length) = (.end, 0)
        case .length(let count): (begin, length) = (.length(left: count), count)
        case .chunked: (begin, length) = (.chunked(ChunkedDecoder(lineBytes: limits.chunkLineBytes)), nil)
        }
        state = Mutex(begin)
    }

    /// Whether all of it has been read.
    public var isFinished: Bool { state.withLock { if case .end = $0 { true } else { false } } }

    /// The next bytes; nil at the end.
    ///
    /// - Throws: ``HTTPProblem`` when they do not come in time, end early or are malformed.
    public func next() async throws -> [UInt8]? {
        while !isFinished {
            if let invite = invite.withLock({ $0.take() }) { try await invite() }
            let data: [UInt8]?
            do {
                data = try await reader.body(within: limits.stallTime) { bytes in
                    try state.withLock { try Self.take(&bytes, &$0) }
                }
            } catch is TimedOut {
                throw HTTPProblem(408, "slow-body", "Nothing arrived for \(limits.stallTime).", closes: true)
            }
            guard let data else { throw HTTPProblem(400, "short-body", "The body ends early.", closes: true) }
            if !data.isEmpty { return data }
        }
        return nil
    }

    private static func take(_ bytes: inout ArraySlice<UInt8>, _ state: inout State) throws -> [UInt8] {
        switch state {
        case .end: return []
        case .length(let left):
            let piece = bytes.prefix(left)
            bytes = bytes.dropFirst(piece.count)
            state = piece.count == left ? .end : .length(left: left - piece.count)
            return Array(piece)
        case .chunked(var decoder):
            let data = try decoder.decode(&bytes)
            state = decoder.isAtEnd ? .end : .chunked(decoder)
            return data
        }
    }

    /// The whole body.
    ///
    /// - Parameter limit: the most bytes; nil for ``HTTPLimits/bodyBytes``.
    /// - Throws: ``HTTPProblem``, also when it is longer.
    public func collect(atMost limit: Int? = nil) async throws -> [UInt8] {
        let limit = limit ?? limits.bodyBytes
        if let length, length > limit { throw tooLong(limit) }
        do {
            return try await within(limits.bodyTime, on: reader.runtime) {
                var all: [UInt8] = []
                while let bytes = try await self.next() {
                    all += bytes
                    guard all.count <= limit else { throw self.tooLong(limit) }
                }
                return all
            }
        } catch is TimedOut {
            throw HTTPProblem(408, "slow-body", "The body did not arrive within \(limits.bodyTime).", closes: true)
        }
    }

    private func tooLong(_ limit: Int) -> HTTPProblem {
        HTTPProblem(413, "body-too-long", "A body may have \(limit) bytes here.", closes: true)
    }
}
