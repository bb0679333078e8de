internal import Crypto
public import RPC

/// 32 random bytes in a 0600 file in the private run directory: whoever can read it owns the box, and so the household.
public struct OwnerKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The key's bytes, which are the proof in `LocalOwner`.
    public let bytes: [UInt8]

    /// The file's name in the run directory.
    public static let fileName = "owner.key"

    /// The key of a run directory; made when there is none.
    ///
    /// - Throws: ``KeyFileError`` when the directory or the file is open to others, or holds anything else.
    public static func loadOrCreate(in runDirectory: String, runtime: any Runtime) throws(KeyFileError) -> OwnerKey {
        try PrivateFile.checkDirectory(runDirectory)
        let path = "\(runDirectory)/\(fileName)"
        if let key = try load(in: runDirectory) { return key }
        let new = runtime.randomBytes(AccessLimits.ownerKeyBytes)
        let unique = "\(runtime.randomBytes(8).hexadecimal).new"
        _ = try PrivateFile.create(path, new, mode: PrivateFile.secretMode, unique: unique)
        // Whoever was first: one key for all.
        guard let key = try load(in: runDirectory) else { throw .notAKeyFile(path: path) }
        return key
    }

    /// The key of a run directory, nil when there is none: for those who prove with it.
    ///
    /// - Throws: ``KeyFileError`` when the file is open to others, or holds anything else.
    public static func load(in runDirectory: String) throws(KeyFileError) -> OwnerKey? {
        let path = "\(runDirectory)/\(fileName)"
        guard let bytes = try PrivateFile.readSecret(path, limit: AccessLimits.ownerKeyBytes) else { return nil }
        guard bytes.count == AccessLimits.ownerKeyBytes else { throw .notAKeyFile(path: path) }
        return OwnerKey(bytes: bytes)
    }

    /// Takes a key's bytes: for tests and simulations.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// Whether somebody who shows `proof` holds the key. Takes the same time for every wrong proof.
    public func matches(_ proof: some Sequence<UInt8>) -> Bool {
        // Digests are compared in constant time, and a hint about a digest would say nothing about the key.
        SHA256.hash(data: Array(proof)) == SHA256.hash(data: bytes)
    }

    public var description: String { "<owner key>" }
    public var debugDescription: String { "<owner key>" }
}
