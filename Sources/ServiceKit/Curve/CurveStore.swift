internal import Access
internal import Foundation
public import RPC
internal import ZeroMQ

/// A machine's CURVE keys, `<data>/keys/curve`, for services that other machines reach or that are on other machines.
///
/// `NAME.key` holds a service's secret keys, `client.key` those with which this machine calls others. `NAME.clients` lists
/// the public keys that may call the service, `NAME.servers` those that it may have where it is on another machine. Each
/// line is a key in Z85; after a secret one stands from when it is used, after a public one whose it is.
public struct CurveStore: Sendable {
    /// The directory.
    public let directory: String
    private let data: String
    let runtime: any Runtime

    /// The name of what this machine calls others with.
    public static let client = "client"

    /// The longest file that is read: some thousand keys.
    private static let maximumBytes = 64 << 10

    /// Names a data directory; nothing is read or made yet.
    public init(dataDirectory: String, runtime: any Runtime) {
        (data, self.runtime) = (dataDirectory, runtime)
        directory = "\(dataDirectory)/keys/curve"
    }

    /// The public keys that a service knows.
    public enum List: String, Sendable, CaseIterable {
        /// Those who may call it.
        case clients
        /// Those that it may have itself, on another machine.
        case servers
    }

    /// A public key on a list.
    public struct Entry: Sendable, Hashable {
        let curve: CurvePublicKey
        /// Whose it is.
        public let name: String
        /// The key, in Z85.
        public var key: String { curve.description }
    }

    /// A key pair of this machine.
    public struct OwnKey: Sendable {
        let pair: CurveKeyPair
        /// From when it is used, in seconds since 1970; nil for the first.
        public let begins: Int64?
        /// The half that others are given, in Z85.
        public var publicKey: String { pair.publicKey.description }
    }

    /// The key that a service, or ``client``, uses now, and the one that it uses next when it is being replaced.
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

    /// The key that a service, or ``client``, has; made when there is none.
    public func make(_ name: String) throws(CurveStoreError) -> OwnKey {
        try changing { () throws(CurveStoreError) in
            if let key = try keys(of: name).first { return key }
            let key = OwnKey(pair: try newPair(), begins: nil)
            try write([key], of: name)
            return key
        }
    }

    /// Makes the key that is used next, and says from when on: others have until then to learn of it.
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

    /// The public keys of a list, nil when there is no such file.
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

    /// Puts a public key on a list; one that is there gets the new name.
    public func add(_ key: String, name: String, to list: List, of service: String) throws(CurveStoreError) {
        guard let curve = CurvePublicKey(key) else { throw .notAKey(key) }
        guard !curve.isPublished else { throw .published }
        guard CurveLine.isName(name), CurvePublicKey(name) == nil else { throw .badName(name) }
        try changing { () throws(CurveStoreError) in
            let others = try entries(list, of: service)?.filter { $0.curve != curve } ?? []
            try write(others + [Entry(curve: curve, name: name)], to: list, of: service)
        }
    }

    /// Takes a key, or all of a name, off both lists of a service.
    ///
    /// - Returns: what was taken off.
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

    /// The lines of a file that nobody else could have written, nil when there is none.
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

    /// Changes files while nobody else does; makes the directories where there are none.
    private func changing<Value>(
        _ change: () throws(CurveStoreError) -> Value
    ) throws(CurveStoreError) -> Value {
        // What cannot be made shows by the next one.
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

    /// A new pair. Its public half does not begin with a dash, which a command would take for a flag.
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
