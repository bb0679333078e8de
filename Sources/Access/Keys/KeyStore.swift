public import RPC

/// The directory of keys, `<data>/keys`: the cluster's own key, each service's own key, and the public half of each.
///
/// `people.key` and `service-<name>.key` contain private keys (mode 0600); `<thumbprint>.jwk` is a public key, read by
/// every service. A user who can write here can sign in as any person, so a directory writable by others is rejected.
public struct KeyStore: Sendable {
    /// The directory.
    public let directory: String
    private let runtime: any Runtime

    /// Makes a store of a directory, without reading or creating it.
    public init(directory: String, runtime: any Runtime) {
        self.directory = directory
        self.runtime = runtime
    }

    /// The key that signs for people: for profiles only. Created when there is none.
    public func peopleKey() throws(KeyFileError) -> SigningKey {
        try key(in: Self.peopleFile, authority: .people)
    }

    /// A service's own key, with which it signs for itself. Created when there is none.
    ///
    /// - Parameter households: those that it may act in; nil means all. Used only when the key is created.
    public func serviceKey(_ name: String, households: Set<String>? = nil) throws(KeyFileError) -> SigningKey {
        guard Self.isServiceName(name) else { throw .notAServiceName(name) }
        return try key(in: "service-\(name).key", authority: .service(name), households: households)
    }

    /// Every valid public key in the directory.
    ///
    /// - Parameter onProblem: receives the error of each invalid file; its key is skipped, the others are valid.
    /// - Throws: ``KeyFileError`` when the directory itself cannot be read or is open to others.
    public func publicKeys(onProblem: (KeyFileError) -> Void = { _ in }) throws(KeyFileError) -> [PublicKey] {
        let names = try PrivateFile.names(in: directory).filter { $0.hasSuffix(Self.publicSuffix) }
        if !names.isEmpty { try PrivateFile.checkDirectory(directory) }
        let now = runtime.wallTime.wholeSecondsSince1970
        return names.prefix(AccessLimits.keyFiles).compactMap { name in
            do throws(KeyFileError) {
                let key = try readPublicKey(name)
                return (key?.retires ?? .max) > now ? key : nil
            } catch {
                onProblem(error)
                return nil
            }
        }
    }

    /// The key in a file; nil when the file was removed after the listing.
    private func readPublicKey(_ name: String) throws(KeyFileError) -> PublicKey? {
        let path = path(name)
        guard let bytes = try PrivateFile.readPublic(path, limit: AccessLimits.keyFileBytes) else { return nil }
        let key = try KeyDocument(bytes, path: path).publicKey(path: path)
        guard name == key.id + Self.publicSuffix else { throw .misnamed(path: path) }
        return key
    }

    /// Creates a new key for people. The previous one signs nothing more; its tokens are valid until they expire.
    public func rotatePeopleKey() throws(KeyFileError) -> SigningKey {
        try PrivateFile.makeDirectory(directory)
        return try PrivateFile.withLock(path(Self.lockFile)) { () throws(KeyFileError) -> SigningKey in try rotate() }
    }

    /// The key that signs for people, replaced when it is older than `age`.
    ///
    /// The age of a key of an earlier version, and of one from a time that is still to come, counts from now on.
    public func peopleKey(notOlderThan age: Duration) throws(KeyFileError) -> SigningKey {
        let key = try peopleKey()
        if let created = key.created, (0...age.components.seconds).contains(now - created) { return key }
        return try PrivateFile.withLock(path(Self.lockFile)) { () throws(KeyFileError) -> SigningKey in
            // Read again: another process may have replaced it.
            var key = try peopleKey()
            guard let created = key.created, created <= now else {
                key.created = now
                try store(key)
                return key
            }
            return now - created > age.components.seconds ? try rotate() : key
        }
    }

    /// Replaces the key; the caller has the lock.
    private func rotate() throws(KeyFileError) -> SigningKey {
        let old = try peopleKey()
        let new = try SigningKey(authority: .people, households: old.publicKey.households, runtime: runtime)
        // Public first: a service must not receive a token before its key. The old key must outlive its last token.
        try publish(new.publicKey)
        try store(new)
        let rest = AccessLimits.longestTokenLifetime + AccessLimits.clockLeeway
        // All former keys: a rotation may have been interrupted before this.
        for var key in try publicKeys()
        where key.authority == .people && key.retires == nil && key.id != new.publicKey.id {
            key.retires = now + rest.components.seconds
            try publish(key)
        }
        try sweep()
        return new
    }

    private var now: Int64 { runtime.wallTime.wholeSecondsSince1970 }

    /// Makes a key the one that signs for people.
    private func store(_ key: SigningKey) throws(KeyFileError) {
        try PrivateFile.replace(
            path(Self.peopleFile), KeyDocument(key).bytes, mode: PrivateFile.secretMode, unique: unique())
    }

    /// Removes a key, which revokes its tokens: they are refused as soon as each service has reloaded the directory, at
    /// the latest ``AccessLimits/keyLifetime`` after its next unknown token, and in any case when they expire.
    public func removePublicKey(_ id: String) throws(KeyFileError) {
        guard id.utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 != 0 }) else { return }
        try PrivateFile.remove(path(id + Self.publicSuffix))
    }

    /// Whether a name is valid for a service: 1 to 40 of `a-z`, `0-9` and `-`.
    package static func isServiceName(_ name: String) -> Bool {
        (1...40).contains(name.utf8.count)
            && name.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
    }

    private static let peopleFile = "people.key"
    /// Held by whichever process replaces the key.
    private static let lockFile = "people.lock"
    private static let publicSuffix = ".jwk"

    private func path(_ name: String) -> String { "\(directory)/\(name)" }

    /// A suffix of an unfinished file.
    private func unique() -> String { "\(runtime.randomBytes(8).hexadecimal).new" }

    private func key(
        in name: String, authority: PublicKey.Authority, households: Set<String>? = nil
    ) throws(KeyFileError) -> SigningKey {
        try PrivateFile.makeDirectory(directory)
        if let key = try readKey(name, authority: authority) { return key }
        let new = try SigningKey(authority: authority, households: households, runtime: runtime)
        try publish(new.publicKey)
        let file = KeyDocument(new).bytes
        if try PrivateFile.create(path(name), file, mode: PrivateFile.secretMode, unique: unique()) { return new }
        // Another process was first: use its key; ours was never used.
        try removePublicKey(new.publicKey.id)
        guard let key = try readKey(name, authority: authority) else { throw .notAKeyFile(path: path(name)) }
        return key
    }

    private func readKey(_ name: String, authority: PublicKey.Authority) throws(KeyFileError) -> SigningKey? {
        let path = path(name)
        guard let bytes = try PrivateFile.readSecret(path, limit: AccessLimits.keyFileBytes) else { return nil }
        let key = try KeyDocument(bytes, path: path).signingKey(path: path)
        guard key.publicKey.authority == authority else { throw .misnamed(path: path) }
        // Publishes the public half again when only the private key was restored.
        let published = self.path(key.publicKey.id + Self.publicSuffix)
        if try PrivateFile.readPublic(published, limit: AccessLimits.keyFileBytes) == nil { try publish(key.publicKey) }
        return key
    }

    private func publish(_ key: PublicKey) throws(KeyFileError) {
        try PrivateFile.replace(
            path(key.id + Self.publicSuffix), KeyDocument(key).bytes, mode: PrivateFile.publicMode, unique: unique())
    }

    /// Removes public keys whose last token has expired.
    private func sweep() throws(KeyFileError) {
        let now = runtime.wallTime.wholeSecondsSince1970
        for name in try PrivateFile.names(in: directory) where name.hasSuffix(Self.publicSuffix) {
            if let retires = try readPublicKey(name)?.retires, retires <= now { try PrivateFile.remove(path(name)) }
        }
    }
}
