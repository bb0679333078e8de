internal import Cryptography
public import RPC

/// 32 random bytes in a 0600 file in the private run directory: a process that can read it owns the box, and so the
/// household.
public struct OwnerKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The key's bytes, which are the proof in `LocalOwner`.
    public let bytes: [UInt8]

    /// The file's name in the run directory.
    public static let fileName = "owner.key"

    /// Loads the key of a run directory; creates it when there is none.
    ///
    /// - Throws: ``KeyFileError`` when the directory or the file is accessible by others, or the file is not an owner
    ///   key.
    public static func loadOrCreate(in runDirectory: String, runtime: any Runtime) throws(KeyFileError) -> OwnerKey {
        try PrivateFile.checkDirectory(runDirectory)
        let path = "\(runDirectory)/\(fileName)"
        if let key = try load(in: runDirectory) { return key }
        let new = runtime.randomBytes(AccessLimits.ownerKeyBytes)
        let unique = "\(runtime.randomBytes(8).hexadecimal).new"
        _ = try PrivateFile.create(path, new, mode: PrivateFile.secretMode, unique: unique)
        // Another process may have been first: all use one key.
        guard let key = try load(in: runDirectory) else { throw .notAKeyFile(path: path) }
        return key
    }

    /// Loads the key of a run directory, nil when there is none: for clients that prove ownership with it.
    ///
    /// - Throws: ``KeyFileError`` when the file is accessible by others, or is not an owner key.
    public static func load(in runDirectory: String) throws(KeyFileError) -> OwnerKey? {
        let path = "\(runDirectory)/\(fileName)"
        guard let bytes = try PrivateFile.readSecret(path, limit: AccessLimits.ownerKeyBytes) else { return nil }
        guard bytes.count == AccessLimits.ownerKeyBytes else { throw .notAKeyFile(path: path) }
        return OwnerKey(bytes: bytes)
    }

    /// Makes a key from its bytes: for tests and simulations.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// Whether `proof` is the key. Takes the same time for every wrong proof of its length.
    public func matches(_ proof: some Sequence<UInt8>) -> Bool { constantTimeEqual(Array(proof), bytes) }

    public var description: String { "<owner key>" }
    public var debugDescription: String { "<owner key>" }
}
