internal import Foundation
internal import Synchronization

/// Writes the body of a response piece by piece. One task writes at a time.
public final class ResponseWriter: Sendable {
    private enum State {
        case chunked
        case length(left: Int)
        /// The body of a response to HEAD is dropped.
        case dropped
        case ended
    }

    private let socket: ConnectionSocket
    private let stall: Duration
    private let state: Mutex<State>

    init(_ socket: ConnectionSocket, length: Int?, isDropped: Bool, stall: Duration) {
        (self.socket, self.stall) = (socket, stall)
        state = Mutex(isDropped ? .dropped : length.map { .length(left: $0) } ?? .chunked)
    }

    /// Writes bytes; waits while the client reads none.
    ///
    /// - Throws: when the client has left or reads nothing for too long; ``HTTPProblem`` for more bytes than announced.
    public func write(_ bytes: [UInt8]) async throws {
        guard !bytes.isEmpty else { return }
        let isChunked = try state.withLock { state -> Bool? in
            switch state {
            case .chunked: return true
            case .length(let left):
                guard bytes.count <= left else {
                    throw HTTPProblem(500, "length", "The body is longer than announced.")
                }
                state = .length(left: left - bytes.count)
                return false
            case .dropped, .ended: return nil
            }
        }
        switch isChunked {
        case true?:
            let size = Array("\(String(bytes.count, radix: 16))\r\n".utf8)
            try await socket.write(size + bytes + [UInt8(ascii: "\r"), UInt8(ascii: "\n")], within: stall)
        case false?: try await socket.write(bytes, within: stall)
        case nil: break
        }
    }

    /// Writes text.
    ///
    /// - Throws: as ``write(_:)``.
    public func write(_ text: String) async throws { try await write(Array(text.utf8)) }

    /// Ends the body.
    ///
    /// - Returns: whether it is complete, so that the connection can be used again.
    func finish() async throws -> Bool {
        let before = state.withLock { state in
            defer { state = .ended }
            return state
        }
        switch before {
        case .chunked:
            try await socket.write(Array("0\r\n\r\n".utf8), within: stall)
            return true
        case .length(let left): return left == 0
        case .dropped: return true
        case .ended: return false
        }
    }
}
