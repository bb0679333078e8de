internal import FlyingSocks
internal import Foundation
internal import Glibc
internal import RPC

/// The socket of one connection: reads and writes that wait no longer than they may.
final class ConnectionSocket: Sendable {
    /// The peer's IP address.
    let peer: String
    let runtime: any Runtime
    private let socket: Socket
    private let pool: any AsyncSocketPool

    private static let pieceBytes = 64 << 10

    /// Takes an accepted connection over.
    ///
    /// - Throws: `SocketError`, and the connection is closed.
    init(accepted file: Socket.FileDescriptor, pool: any AsyncSocketPool, runtime: any Runtime) throws {
        (socket, self.pool, self.runtime) = (Socket(file: file), pool, runtime)
        do {
            try socket.setFlags(.nonBlocking)
            switch try socket.remotePeer() {
            case .ip4(let host, _): peer = host
            // A socket for both versions has the peers of version 4 as mapped ones (RFC 4291 2.5.5.2).
            case .ip6(let host, _):
                let mapped = "::ffff:"
                let inner = host.dropFirst(mapped.count)
                peer = host.hasPrefix(mapped) && HTTPAddress.isVersion4(inner) ? String(inner) : host
            default: throw SocketError.unsupportedAddress
            }
        } catch {
            try? socket.close()
            throw error
        }
        var yes: Int32 = 1
        // A response is written whole: nothing is gained by waiting for more.
        setsockopt(file.rawValue, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The next bytes, as soon as there are some; nil when the peer sends no more.
    ///
    /// - Throws: ``TimedOut``; `CancellationError`, and then nothing was read.
    func read(within limit: Duration) async throws -> [UInt8]? {
        while true {
            try Task.checkCancellation()
            do {
                return try socket.read(atMost: Self.pieceBytes)
            } catch SocketError.blocked {
                try await wait(for: .read, within: limit)
            } catch is SocketError {
                return nil
            }
        }
    }

    /// Writes all bytes; waits while the peer reads none, but no longer than `limit` each time.
    ///
    /// - Throws: ``TimedOut``; `SocketError`; `CancellationError`.
    func write(_ bytes: [UInt8], within limit: Duration) async throws {
        let data = Data(bytes)
        var sent = data.startIndex
        while sent < data.endIndex {
            try Task.checkCancellation()
            do {
                sent = try socket.write(data, from: sent)
            } catch SocketError.blocked {
                try await wait(for: .write, within: limit)
            }
        }
    }

    private func wait(for event: Socket.Event, within limit: Duration) async throws {
        try await within(limit, on: runtime) { [pool, socket] in
            try await pool.suspendSocket(socket, untilReadyFor: [event])
        }
    }

    /// Sends what fits at once; for a refusal that is not waited for.
    func writeAtOnce(_ bytes: [UInt8]) { _ = try? socket.write(Data(bytes)) }

    /// Ends the stream to the peer, so that it reads everything before it sees the end.
    func finishWriting() { shutdown(socket.file.rawValue, Int32(SHUT_WR)) }

    /// Wakes a read that waits, which then sees the end.
    func wakeReader() { shutdown(socket.file.rawValue, Int32(SHUT_RD)) }

    /// Closes it.
    func close() { try? socket.close() }
}
