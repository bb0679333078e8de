internal import Crypto
internal import CryptoExtras
internal import Foundation

/// Decrypts a segment as it comes: AES-128-CBC with PKCS#7 (RFC 8216, 4.3.2.4), in pieces of any size.
struct SegmentDecryptor {
    /// The segment is not what its key is for: it is cut, or the key is another's.
    struct Failed: Error {}

    private let key: SymmetricKey
    /// The block before the next one.
    private var vector: [UInt8]
    /// What has come and is not decrypted: always the last block, as only its end tells the padding.
    private var waiting: [UInt8] = []

    private static let blockBytes = 16

    /// - Throws: ``Failed`` when the key or the vector do not have 16 bytes.
    init(key: [UInt8], vector: [UInt8]) throws(Failed) {
        guard key.count == Self.blockBytes, vector.count == Self.blockBytes else { throw Failed() }
        self.key = SymmetricKey(data: key)
        self.vector = vector
    }

    /// Takes bytes, and returns what can be decrypted of all so far.
    mutating func take(_ bytes: [UInt8]) throws(Failed) -> [UInt8] {
        waiting += bytes
        let blocks = max(0, (waiting.count - 1) / Self.blockBytes)
        return try decrypt(blocks * Self.blockBytes, isEnd: false)
    }

    /// What is left when all has come, without the padding.
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
