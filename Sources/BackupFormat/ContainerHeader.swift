internal import Cryptography

/// The beginning of a container, and what follows from it: docs/backup-format.md.
struct ContainerHeader: Sendable, Hashable {
    /// How the chunks are protected.
    enum Protection: UInt8 {
        /// A checksum, which finds damage.
        case checksum = 0
        /// AES-256-GCM.
        case encrypted = 1
    }

    static let magic = Array("HEARTHBK".utf8)
    static let version: UInt16 = 1
    /// Bytes of a header.
    static let bytes = 96
    static let saltBytes = 32
    private static let checkedBytes = 64
    private static let checkBytes = 16

    /// The end of a container: its length, and this.
    static let endMagic = Array("HEARTHND".utf8)
    /// Bytes of the end.
    static let endBytes = 16

    /// Bytes of a chunk's payload.
    static let standardChunkBytes = 64 << 10
    static let chunkLimits = 1...(1 << 20)

    var protection: Protection
    var kind: BackupKey.Kind?
    var chunkBytes: Int
    var salt: [UInt8]
    var cost: BackupKey.Cost?
    /// Tells a wrong key; empty without encryption.
    var keyCheck: [UInt8] = []

    /// Bytes after a chunk's payload.
    var sealBytes: Int { protection == .encrypted ? AESGCM.tagBytes : SHA256.digestBytes }

    /// The header's first part, which the check of the key covers.
    private var fields: [UInt8] {
        var bytes = Self.magic + Self.version.bigEndianBytes
        bytes += [protection.rawValue, kind?.rawValue ?? 0]
        bytes += UInt32(chunkBytes).bigEndianBytes + salt
        bytes += [cost?.logRounds ?? 0, cost?.blockSize ?? 0, cost?.parallelism ?? 0]
        return bytes + [UInt8](repeating: 0, count: Self.checkedBytes - bytes.count)
    }

    /// The header's bytes.
    func encoded() throws(BackupError) -> [UInt8] {
        let check = keyCheck.isEmpty ? [UInt8](repeating: 0, count: Self.checkBytes) : keyCheck
        let bytes = fields + check
        return bytes + (try Self.digest(bytes).prefix(Self.checkBytes))
    }

    /// Reads a header.
    ///
    /// - Throws: ``BackupError``.
    init(_ bytes: [UInt8], path: String) throws(BackupError) {
        guard bytes.starts(with: Self.magic) else { throw .notABackup(path: path) }
        guard bytes.count == Self.bytes else { throw .cut }
        let version = Int(bytes[8]) << 8 | Int(bytes[9])
        guard version <= Int(Self.version) else { throw .newer(version: version) }
        let sum = Array(bytes.suffix(Self.checkBytes))
        guard constantTimeEqual(sum, Array(try Self.digest(Array(bytes.dropLast(Self.checkBytes))).prefix(16))) else {
            throw .damaged("its header")
        }
        let chunk = bytes[12..<16].reduce(0) { $0 << 8 | Int($1) }
        guard version == Int(Self.version), let protection = Protection(rawValue: bytes[10]),
            Self.chunkLimits.contains(chunk)
        else { throw .damaged("its header") }
        (self.protection, chunkBytes, salt) = (protection, chunk, Array(bytes[16..<48]))
        kind = BackupKey.Kind(rawValue: bytes[11])
        guard (kind != nil) == (protection == .encrypted) else { throw .damaged("its header") }
        if kind == .passphrase {
            cost = BackupKey.Cost(logRounds: bytes[48], blockSize: bytes[49], parallelism: bytes[50])
        }
        if kind != nil { keyCheck = Array(bytes[64..<80]) }
    }

    /// The header of a new container.
    init(chunkBytes: Int, salt: [UInt8], kind: BackupKey.Kind?, cost: BackupKey.Cost) {
        (self.chunkBytes, self.salt, self.kind) = (chunkBytes, salt, kind)
        protection = kind == nil ? .checksum : .encrypted
        self.cost = kind == .passphrase ? cost : nil
    }

    /// The check of a key, which anyone with the key can compute.
    func check(of keys: BackupKey.Derived) throws(BackupError) -> [UInt8] {
        do { return Array(try HMACSHA256.code(of: fields, key: keys.check).prefix(Self.checkBytes)) } catch {
            throw .invalidKey("its keys cannot be derived")
        }
    }

    private static func digest(_ bytes: [UInt8]) throws(BackupError) -> [UInt8] {
        do { return try SHA256.digest(of: bytes) } catch { throw .damaged("its checksum cannot be computed") }
    }
}

/// Protects the chunks of one container. A chunk is bound to its container, its number and whether it is the last one:
/// chunks cannot be left out, moved, or taken from another container.
struct ChunkSeal: Sendable {
    private let header: [UInt8]
    private let key: [UInt8]?

    init(header: [UInt8], key: [UInt8]?) { (self.header, self.key) = (header, key) }

    private static func nonce(_ number: UInt64, _ isLast: Bool) -> [UInt8] {
        [0, 0, 0, isLast ? 1 : 0] + number.bigEndianBytes
    }

    func seal(_ payload: [UInt8], number: UInt64, isLast: Bool) throws(BackupError) -> [UInt8] {
        let nonce = Self.nonce(number, isLast)
        do {
            guard let key else { return payload + (try SHA256.digest(of: header + nonce + payload)) }
            return try AESGCM.seal(payload, key: key, nonce: nonce, context: header)
        } catch { throw .system(call: "seal", path: "chunk \(number)", reason: "\(error)") }
    }

    /// The payload of a sealed chunk; nil when it was changed.
    func open(_ sealed: [UInt8], number: UInt64, isLast: Bool) -> [UInt8]? {
        let nonce = Self.nonce(number, isLast)
        guard let key else {
            guard sealed.count >= SHA256.digestBytes else { return nil }
            let payload = Array(sealed.dropLast(SHA256.digestBytes))
            guard let digest = try? SHA256.digest(of: header + nonce + payload) else { return nil }
            return constantTimeEqual(digest, Array(sealed.suffix(SHA256.digestBytes))) ? payload : nil
        }
        return try? AESGCM.open(sealed, key: key, nonce: nonce, context: header)
    }
}

extension FixedWidthInteger {
    /// The bytes, most significant first.
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
