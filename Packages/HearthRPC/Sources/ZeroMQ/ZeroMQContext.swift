internal import CZeroMQ
internal import Glibc

/// One instance of libzmq: its I/O threads and its sockets.
///
/// A process needs one. `inproc://` endpoints are visible only inside one context. The context ends when it and the
/// last of its sockets are released; that waits for lingering messages.
//
// Unchecked, because of the raw pointer: libzmq documents its context as safe to use from any thread, and the pointer
// is written once.
public final class ZeroMQContext: @unchecked Sendable {
    /// The oldest libzmq that is accepted: earlier ones can be overrun by a peer that has not logged in (CVE-2020-15166
    /// and its successors).
    public static let oldestVersion = Version(major: 4, minor: 3, patch: 4)

    /// The version of the linked libzmq.
    public static var version: Version {
        var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
        zmq_version(&major, &minor, &patch)
        return Version(major: Int(major), minor: Int(minor), patch: Int(patch))
    }

    /// Refuses a libzmq that is too old for untrusted peers.
    ///
    /// - Throws: `ZeroMQError` that says what to do when it is older than `oldestVersion`.
    static func accept(_ version: Version) throws(ZeroMQError) {
        guard version < oldestVersion else { return }
        throw ZeroMQError(
            code: ENOTSUP, operation: "start with libzmq \(version)",
            reason: """
                strangers can overrun what is older than \(oldestVersion); \
                install libzmq \(oldestVersion) or newer and start again
                """)
    }

    let handle: UnsafeMutableRawPointer

    private init(handle: UnsafeMutableRawPointer) { self.handle = handle }

    /// Starts libzmq with `ioThreads` threads of its own, at most `sockets` sockets, and file descriptors closed on
    /// exec.
    ///
    /// - Throws: `ZeroMQError` when libzmq is older than `oldestVersion` or has no room for a context.
    public static func make(ioThreads: Int = 1, sockets: Int = 4_096) throws(ZeroMQError) -> ZeroMQContext {
        try accept(version)
        guard let handle = zmq_ctx_new() else { throw .last("start libzmq") }
        let context = ZeroMQContext(handle: handle)
        try context.set(ZMQ_IO_THREADS, Int32(clamping: ioThreads), "use \(ioThreads) I/O threads")
        try context.set(ZMQ_MAX_SOCKETS, Int32(clamping: sockets), "allow \(sockets) sockets")
        return context
    }

    /// Makes a socket, which belongs to the calling thread.
    ///
    /// - Throws: `ZeroMQError` when an option is refused or there are too many sockets.
    public func makeSocket(
        _ kind: ZeroMQSocket.Kind, _ options: ZeroMQSocketOptions = ZeroMQSocketOptions()
    ) throws(ZeroMQError) -> ZeroMQSocket {
        try ZeroMQSocket.make(kind, options, in: self)
    }

    private func set(_ option: Int32, _ value: Int32, _ what: String) throws(ZeroMQError) {
        guard zmq_ctx_set(handle, option, value) == 0 else { throw .last(what) }
    }

    deinit {
        while zmq_ctx_term(handle) != 0 && zmq_errno() == EINTR {}
    }
}

extension ZeroMQContext {
    /// A version of libzmq.
    public struct Version: Hashable, Comparable, Sendable, CustomStringConvertible {
        public let major: Int
        public let minor: Int
        public let patch: Int

        public static func < (one: Version, other: Version) -> Bool {
            (one.major, one.minor, one.patch) < (other.major, other.minor, other.patch)
        }

        public var description: String { "\(major).\(minor).\(patch)" }
    }
}
