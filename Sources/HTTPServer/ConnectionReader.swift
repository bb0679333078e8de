internal import RPC
internal import Synchronization

/// Reads heads and bodies from a connection. One task reads at a time.
final class ConnectionReader: Sendable {
    private let socket: ConnectionSocket
    private let limits: HTTPLimits
    /// Read from the socket and not consumed.
    private let buffer = Mutex<[UInt8]>([])

    private static let headEnd = Array("\r\n\r\n".utf8)

    init(_ socket: ConnectionSocket, limits: HTTPLimits) { (self.socket, self.limits) = (socket, limits) }

    var runtime: any Runtime { socket.runtime }

    /// The next head; nil when the peer left, or sent nothing for too long, between two requests.
    ///
    /// - Throws: ``HTTPProblem``; `CancellationError`.
    func head() async throws -> RequestHead? {
        skipEmptyLines()
        if buffer.withLock(\.isEmpty) {
            do { guard try await fill(within: limits.idleTime) else { return nil } } catch is TimedOut { return nil }
            skipEmptyLines()
        }
        let bytes: ArraySlice<UInt8>?
        do {
            bytes = try await within(limits.headTime, on: socket.runtime) { try await self.headBytes() }
        } catch is TimedOut {
            throw HTTPProblem(
                408, "slow-head", "The head did not arrive within \(limits.headTime).", closes: true)
        }
        return try bytes.map { try RequestHeadParser(limits: limits).parse($0) }
    }

    private func headBytes() async throws -> ArraySlice<UInt8>? {
        while true {
            let (head, count) = buffer.withLock { buffer -> (ArraySlice<UInt8>?, Int) in
                guard let end = buffer.firstRange(of: Self.headEnd) else { return (nil, buffer.count) }
                let head = buffer[..<end.lowerBound]
                buffer = Array(buffer[end.upperBound...])
                return (head, head.count)
            }
            guard count <= limits.headBytes else {
                throw HTTPProblem(
                    431, "head-too-long", "A head may have \(limits.headBytes) bytes.", closes: true)
            }
            if let head { return head }
            guard try await fill(within: limits.headTime) else { return nil }
        }
    }

    /// Empty lines before a request are skipped (RFC 9112, section 2.2).
    private func skipEmptyLines() {
        buffer.withLock { buffer in
            while buffer.starts(with: [UInt8(ascii: "\r"), UInt8(ascii: "\n")]) { buffer.removeFirst(2) }
        }
    }

    /// Takes bytes of a body: those that have arrived, else the next ones; nil when the peer sends no more.
    ///
    /// - Parameter consume: takes what belongs to the body from the front.
    func body(
        within limit: Duration, _ consume: (inout ArraySlice<UInt8>) throws -> [UInt8]
    ) async throws -> [UInt8]? {
        if buffer.withLock(\.isEmpty) { guard try await fill(within: limit) else { return nil } }
        return try buffer.withLock { buffer in
            var rest = buffer[...]
            let data = try consume(&rest)
            buffer = Array(rest)
            return data
        }
    }

    /// Returns when the peer has left; what it sends meanwhile is kept for the next request, up to a limit.
    func waitForHangUp() async throws {
        while true {
            guard buffer.withLock(\.count) < limits.pipelinedBytes else {
                // It sends as if it were there; whether it is shows when it is written to.
                try await socket.runtime.sleep(until: .distantFuture)
                return
            }
            do { guard try await fill(within: limits.responseTime) else { return } } catch is TimedOut { continue }
        }
    }

    private func fill(within limit: Duration) async throws -> Bool {
        guard let bytes = try await socket.read(within: limit) else { return false }
        buffer.withLock { $0 += bytes }
        return true
    }

    /// Reads and drops what still comes, for a moment: a connection that is closed with unread bytes is reset, and the peer
    /// may lose the response.
    func drop(within limit: Duration) async {
        buffer.withLock { $0 = [] }
        try? await within(limit, on: socket.runtime) { [socket] in
            while try await socket.read(within: limit) != nil {}
        }
    }
}
