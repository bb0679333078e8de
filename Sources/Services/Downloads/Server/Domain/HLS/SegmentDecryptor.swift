internal import Crypto
internal import CryptoExtras
internal import Foundation

/// A streaming decryptor of a segment: AES-128-CBC with PKCS#7 (RFC 8216, 4.3.2.4), in chunks of any size.
struct SegmentDecryptor {
    /// The segment does not match its key: it is truncated, or the key is wrong.
    struct Failed: Error {}

    private let key: SymmetricKey
    /// The previous ciphertext block.
    private var vector: [UInt8]
    /// Input not yet decrypted: always the last block, as only the end shows the padding.
    private var waiting: [UInt8] = []

    private static let blockBytes = 16

    /// - Throws: ``Failed`` unless the key and the vector have 16 bytes.
    init(key: [UInt8], vector: [UInt8]) throws(Failed) {
        guard key.count == Self.blockBytes, vector.count == Self.blockBytes else { throw Failed() }
        self.key = SymmetricKey(data: key)
        self.vector = vector
    }

    /// Feeds bytes, and returns the decrypted bytes so far.
    mutating func take(_ bytes: [UInt8]) throws(Failed) -> [UInt8] {
        waiting += bytes
        let blocks = max(0, (waiting.count - 1) / Self.blockBytes)
        return try decrypt(blocks * Self.blockBytes, isEnd: false)
    }

    /// The rest at the end of the input, without the padding.
    mutating func finish() throws(Failed) -> [UInt8] {
        guard waiting.count == Self.blockBytes else { throw Failed() }
        return try decrypt(waiting.count, isEnd: true)
    }

    private mutating func decrypt(_ count: Int, isEnd: Bool) throws(Failed) -> [UInt8] {
        guard count > 0 else { return [] }
        let piece = waiting.prefix(count)
        do {
            let plain = try AES._CBC.decrypt(
                piece, using: key, iv: AES._CBC.IV(ivBytes: vector), noPadding: !isEnd)
            vector = Array(piece.suffix(Self.blockBytes))
            waiting.removeFirst(count)
            return [UInt8](plain)
        } catch {
            throw Failed()
        }
    }
}
