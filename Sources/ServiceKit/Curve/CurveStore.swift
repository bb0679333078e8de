internal import Access
internal import Foundation
public import RPC
internal import ZeroMQ

/// A machine's CURVE keys, `<data>/keys/curve`, for services called from other machines or running on them.
///
/// `NAME.key` holds a service's secret keys, `client.key` those of this machine as a client. `NAME.clients` lists the
/// public keys of clients that may call the service, `NAME.servers` the public keys that the service may have on
/// another machine. Each line is a key in Z85, followed by the start of its validity for a secret key, and by the
/// owner's name for a public one.
public struct CurveStore: Sendable {
    /// The directory.
    public let directory: String
    private let data: String
    let runtime: any Runtime

    /// The name of this machine's client key.
    public static let client = "client"

    /// The maximum file size: some thousand keys.
    private static let maximumBytes = 64 << 10

    /// Creates a store for a data directory; nothing is read or created yet.
    public init(dataDirectory: String, runtime: any Runtime) {
        (data, self.runtime) = (dataDirectory, runtime)
        directory = "\(dataDirectory)/keys/curve"
    }

    /// The lists of public keys of a service.
    public enum List: String, Sendable, CaseIterable {
        /// Clients that may call it.
        case clients
        /// Keys that it may have itself, on another machine.
        case servers
    }

    /// A public key on a list.
    public struct Entry: Sendable, Hashable {
        let curve: CurvePublicKey
        /// The key's owner.
        public let name: String
        /// The key, in Z85.
        public var key: String { curve.description }
    }

    /// A key pair of this machine.
    public struct OwnKey: Sendable {
        let pair: CurveKeyPair
        /// The start of its validity, in seconds since 1970; nil for the first.
        public let begins: Int64?
        /// The public half, to distribute, in Z85.
        public var publicKey: String { pair.publicKey.description }
    }

    /// The current key of a service, or of ``client``, and the next one during a rotation.
    public func keys(of name: String) throws(CurveStoreError) -> [OwnKey] {
        let path = try path(name, "key")
        var keys: [OwnKey] = []
        for (number, line) in try lines(path, isSecret: true) ?? [] {
            guard let secret = CurveSecretKey(z85: line.key), line.note.isEmpty || Int64(line.note) != nil else {
                throw .badLine(path: path, line: number, reason: "it takes a secret key, and from when on it is used")
            }
            do {
                keys.append(OwnKey(pair: try CurveKeyPair(secret: secret), begins: Int64(line.note)))
            } catch .published {
                throw .badLine(path: path, line: number, reason: CurveStoreError.publishedReason)
            } catch {
                throw .unsupported
            }
        }
        let now = runtime.wallTime.millisecondsSince1970 / 1_000
        return Array(keys.dropFirst(keys.lastIndex { ($0.begins ?? .min) <= now } ?? 0))
    }

    /// The key of a service, or of ``client``; created if missing.
    public func make(_ name: String) throws(CurveStoreError) -> OwnKey {
        try changing { () throws(CurveStoreError) in
            if let key = try keys(of: name).first { return key }
            let key = OwnKey(pair: try newPair(), begins: nil)
            try write([key], of: name)
            return key
        }
    }

    /// Creates the next key, and sets the start of its validity: peers must learn it before then.
    public func rotate(_ name: String, after time: Duration) throws(CurveStoreError) -> OwnKey {
        try changing { () throws(CurveStoreError) in
            let keys = try keys(of: name)
            guard let current = keys.first else { throw .noKey(name, directory: directory) }
            if let next = keys.dropFirst().first?.begins { throw .rotating(name, begins: next) }
            let begins = runtime.wallTime.millisecondsSince1970 / 1_000 + time.components.seconds
            let next = OwnKey(pair: try newPair(), begins: begins)
            try write([current, next], of: name)
            return next
        }
    }

    /// The public keys of a list, nil when the file does not exist.
    public func entries(_ list: List, of service: String) throws(CurveStoreError) -> [Entry]? {
        let path = try path(service, list.rawValue)
        guard let lines = try lines(path, isSecret: false) else { return nil }
        var entries: [Entry] = []
        for (number, line) in lines {
            guard let key = CurvePublicKey(line.key), CurveLine.isName(line.note) else {
                throw .badLine(path: path, line: number, reason: "it takes a public key of 40 characters, and a name")
            }
            if key.isPublished { throw .badLine(path: path, line: number, reason: CurveStoreError.publishedReason) }
            entries.append(Entry(curve: key, name: line.note))
        }
        return entries
    }

    /// Adds a public key to a list; a key already listed gets the new name.
    public func add(_ key: String, name: String, to list: List, of service: String) throws(CurveStoreError) {
        guard let curve = CurvePublicKey(key) else { throw .notAKey(key) }
        guard !curve.isPublished else { throw .published }
        guard CurveLine.isName(name), CurvePublicKey(name) == nil else { throw .badName(name) }
        try changing { () throws(CurveStoreError) in
            let others = try entries(list, of: service)?.filter { $0.curve != curve } ?? []
            try write(others + [Entry(curve: curve, name: name)], to: list, of: service)
        }
    }

    /// Removes a key, or all keys of a name, from both lists of a service.
    ///
    /// - Returns: the removed entries.
    public func remove(_ keyOrName: String, of service: String) throws(CurveStoreError) -> [Entry] {
        try changing { () throws(CurveStoreError) in
            var removed: [Entry] = []
            for list in List.allCases {
                let entries = try entries(list, of: service) ?? []
                let gone = entries.filter { $0.key == keyOrName || $0.name == keyOrName }
                guard !gone.isEmpty else { continue }
                try write(entries.filter { !gone.contains($0) }, to: list, of: service)
                removed += gone
            }
            return removed
        }
    }
}

// Files.
extension CurveStore {
    private func path(_ name: String, _ kind: String) throws(CurveStoreError) -> String {
        guard KeyStore.isServiceName(name) else { throw .badName(name) }
        return "\(directory)/\(name).\(kind)"
    }

    /// The lines of a file, checked to be writable by its owner alone; nil when there is no file.
    private func lines(
        _ path: String, isSecret: Bool
    ) throws(CurveStoreError) -> [(number: Int, line: CurveLine)]? {
        do throws(KeyFileError) {
            let read = isSecret ? PrivateFile.readSecret : PrivateFile.readPublic
            guard let bytes = try read(path, Self.maximumBytes) else { return nil }
            for directory in ["\(data)/keys", directory] { try PrivateFile.checkDirectory(directory) }
            return CurveLine.read(bytes)
        } catch {
            throw .file(error)
        }
    }

    private func write(_ keys: [OwnKey], of name: String) throws(CurveStoreError) {
        let lines = keys.map { CurveLine(key: $0.pair.secret.z85, note: $0.begins.map(String.init) ?? "") }
        try write(lines, at: try path(name, "key"))
    }

    private func write(_ entries: [Entry], to list: List, of service: String) throws(CurveStoreError) {
        try write(entries.map { CurveLine(key: $0.key, note: $0.name) }, at: try path(service, list.rawValue))
    }

    private func write(_ lines: [CurveLine], at path: String) throws(CurveStoreError) {
        let bytes = CurveLine.bytes(lines)
        do throws(KeyFileError) {
            guard bytes.count <= Self.maximumBytes else { throw .notAKeyFile(path: path) }
            try PrivateFile.replaceSecret(path, bytes, runtime: runtime)
        } catch {
            throw .file(error)
        }
    }

    /// Changes files under an exclusive lock; creates missing directories.
    private func changing<Value>(
        _ change: () throws(CurveStoreError) -> Value
    ) throws(CurveStoreError) -> Value {
        // A failure shows up in the next call.
        try? FileManager.default.createDirectory(
            atPath: data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        do throws(KeyFileError) {
            for directory in ["\(data)/keys", directory] { try PrivateFile.makeDirectory(directory) }
        } catch {
            throw .file(error)
        }
        let lock: ProcessLock
        do throws(ProcessLock.Failure) { lock = try ProcessLock(path: "\(directory)/.lock") } catch {
            throw .locked(error)
        }
        defer { extendLifetime(lock) }
        return try change()
    }

    /// Creates a key pair. Its public half does not begin with a dash, which a command would parse as a flag.
    private func newPair() throws(CurveStoreError) -> CurveKeyPair {
        do {
            while true {
                let pair = try CurveKeyPair.generate()
                if !pair.publicKey.description.hasPrefix("-") { return pair }
            }
        } catch {
            throw .unsupported
        }
    }
}
