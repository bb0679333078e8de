internal import Cryptography

/// The secret that a backup is encrypted with.
package struct BackupKey: Sendable {
    /// Where the secret comes from.
    package enum Kind: UInt8, Sendable, Hashable {
        /// 32 random bytes in a file.
        case keyFile = 1
        /// A passphrase, stretched with scrypt.
        case passphrase = 2
    }

    /// Bytes of a key.
    package static let keyBytes = 32
    /// The longest content of a key file, in bytes.
    package static let maximumFileBytes = 256
    /// The longest passphrase, in bytes.
    package static let maximumPassphraseBytes = 1_024

    /// Where the secret comes from.
    package let kind: Kind
    private let secret: [UInt8]

    /// The key in a file: 32 bytes, or 64 hexadecimal digits.
    ///
    /// - Throws: ``BackupError/invalidKey(_:)``.
    package init(keyFile bytes: [UInt8]) throws(BackupError) {
        kind = .keyFile
        if bytes.count == Self.keyBytes {
            secret = bytes
            return
        }
        let digits = bytes.filter { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
        guard digits.count == 2 * Self.keyBytes, let key = Self.bytes(hexadecimal: digits) else {
            throw .invalidKey("a key file holds \(Self.keyBytes) bytes or \(2 * Self.keyBytes) hexadecimal digits")
        }
        secret = key
    }

    /// A passphrase.
    ///
    /// - Throws: ``BackupError/invalidKey(_:)``.
    package init(passphrase: String) throws(BackupError) {
        guard (1...Self.maximumPassphraseBytes).contains(passphrase.utf8.count) else {
            throw .invalidKey("a passphrase has 1 to \(Self.maximumPassphraseBytes) bytes")
        }
        (kind, secret) = (.passphrase, Array(passphrase.utf8))
    }

    /// The cost of stretching a passphrase with scrypt (RFC 7914).
    struct Cost: Sendable, Hashable {
        /// The power of two that N is.
        var logRounds: UInt8
        var blockSize: UInt8
        var parallelism: UInt8

        /// 128 MiB, and some tenths of a second.
        static let standard = Cost(logRounds: 17, blockSize: 8, parallelism: 1)
        /// What a backup may ask of its reader: a forged header costs no more than this.
        static let memoryLimit = 1 << 30
        static let maximumParallelism: UInt8 = 4
    }

    /// The keys of one backup.
    struct Derived: Sendable {
        /// Encrypts the chunks.
        let chunks: [UInt8]
        /// Tells a wrong key from damage.
        let check: [UInt8]
    }

    /// Derives the keys of the backup with this salt.
    ///
    /// - Throws: ``BackupError/invalidKey(_:)``.
    func derive(salt: [UInt8], cost: Cost) throws(BackupError) -> Derived {
        do {
            var main = secret
            if kind == .passphrase {
                guard (1...30).contains(cost.logRounds), (1...Cost.maximumParallelism).contains(cost.parallelism) else {
                    throw CryptographyError.invalidParameter
                }
                main = try Scrypt.derive(
                    password: secret, salt: salt, rounds: 1 << Int(cost.logRounds), blockSize: Int(cost.blockSize),
                    parallelism: Int(cost.parallelism), count: Self.keyBytes, memoryLimit: Cost.memoryLimit
                ).bytes
            }
            return Derived(
                chunks: try HMACSHA256.code(of: Array("hearth-backup 1 chunks".utf8) + salt, key: main),
                check: try HMACSHA256.code(of: Array("hearth-backup 1 check".utf8) + salt, key: main))
        } catch CryptographyError.overMemoryLimit {
            throw .invalidKey("its cost is more memory than permitted")
        } catch {
            throw .invalidKey("its keys cannot be derived")
        }
    }

    private static func bytes(hexadecimal digits: [UInt8]) -> [UInt8]? {
        func value(_ digit: UInt8) -> UInt8? {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
            default: nil
            }
        }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count - 1, by: 2) {
            guard let high = value(digits[start]), let low = value(digits[start + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
