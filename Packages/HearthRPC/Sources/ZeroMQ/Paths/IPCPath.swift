internal import Glibc

/// The actual location of a socket file for a requested path.
///
/// The system accepts 107 bytes for the path of a socket. A requested path of more than 100 maps to a private directory
/// with a short name made of a hash of the requested directory, so that both sides find the same place without
/// communication: `$XDG_RUNTIME_DIR/<prefix>-<hash>`, or `<prefix>-<uid>-<hash>` in the directory for temporary files.
/// Both sides need the same environment for that, as services of one supervisor have. Abstract sockets have no
/// permissions and are never used.
public struct IPCPath: Hashable, Sendable {
    /// The longest path that is used unchanged: 100 bytes.
    public static let longestBytes = 100

    /// The path of the socket file.
    public let path: String

    /// The directory of the socket file.
    public var directory: String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// Whether the file is at another path than the requested one.
    public let isMoved: Bool

    /// The endpoint that ZeroMQ binds and connects to.
    public var endpoint: String { "ipc://\(path)" }

    /// Resolves the location of a socket requested at `wanted`, and makes the private directory if one is needed.
    ///
    /// - Throws: `PathError`; also when the private directory is not private.
    public init(
        _ requested: String, prefix: String = "zmq", environment: Environment = .current
    ) throws(PathError) {
        guard let first = requested.utf8.first, first != UInt8(ascii: "@"), first != UInt8(ascii: "*"),
            !requested.hasSuffix("/"), !requested.utf8.contains(0)
        else { throw .unusable(path: requested) }
        let (directory, name) = try IPCPath.split(requested)
        let absolute = "\(directory == "/" ? "" : directory)/\(name)"
        guard absolute.utf8.count > IPCPath.longestBytes else {
            path = absolute
            isMoved = false
            return
        }
        let fallback =
            if let runtime = environment.runtimeDirectory {
                "\(runtime)/\(prefix)-\(StableHash.hexadecimal(directory))"
            } else {
                "\(environment.temporaryDirectory)/\(prefix)-\(geteuid())-\(StableHash.hexadecimal(directory))"
            }
        let room = IPCPath.longestBytes - fallback.utf8.count - 1
        let shortName = name.utf8.count <= room ? name : StableHash.hexadecimal(name)
        guard shortName.utf8.count <= room else { throw .unusable(path: "\(fallback)/\(shortName)") }
        path = "\(try PrivateDirectory.make(at: fallback).path)/\(shortName)"
        isMoved = true
    }

    /// The directory, absolute and with symbolic links resolved so that both sides see the same one, and the file's
    /// name.
    private static func split(_ path: String) throws(PathError) -> (directory: String, name: String) {
        let (directory, name) = parts(of: path)
        return (try resolve(directory), name)
    }

    /// The real path of a directory; for a missing one, of where it would be made.
    private static func resolve(_ directory: String) throws(PathError) -> String {
        if let real = realpath(directory, nil) {
            defer { free(real) }
            return String(cString: real)
        }
        let number = errno
        let (parent, name) = parts(of: directory)
        guard number == ENOENT, name != "..", directory != parent else {
            throw .system(path: directory, operation: "find", number: number)
        }
        let above = try resolve(parent)
        return above == "/" ? "/\(name)" : "\(above)/\(name)"
    }

    private static func parts(of path: String) -> (parent: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let name = String(path[path.index(after: slash)...])
        return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
    }
}

extension IPCPath {
    /// The directories for sockets with too long a path.
    public struct Environment: Hashable, Sendable {
        /// The user's own directory for sockets, `$XDG_RUNTIME_DIR`.
        public var runtimeDirectory: String?

        /// The directory for temporary files, `$TMPDIR` or `/tmp`.
        public var temporaryDirectory: String

        /// Names both.
        public init(runtimeDirectory: String?, temporaryDirectory: String) {
            self.runtimeDirectory = runtimeDirectory
            self.temporaryDirectory = temporaryDirectory
        }

        /// The environment variables of this process.
        public static var current: Environment {
            Environment(
                runtimeDirectory: variable("XDG_RUNTIME_DIR"), temporaryDirectory: variable("TMPDIR") ?? "/tmp")
        }

        /// The absolute path that an environment variable holds, without a slash at the end.
        private static func variable(_ name: String) -> String? {
            guard let value = getenv(name) else { return nil }
            var text = String(cString: value)
            while text.utf8.count > 1, text.hasSuffix("/") { text.removeLast() }
            return text.hasPrefix("/") ? text : nil
        }
    }
}
