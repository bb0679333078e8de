internal import Cryptography

/// A streaming decryptor of a segment: AES-128-CBC with PKCS#7 (RFC 8216, 4.3.2.4), in chunks of any size.
struct SegmentDecryptor {
    /// The segment does not match its key: it is truncated, or the key is wrong.
    struct Failed: Error {}

    private let decryptor: AESCBC.Decryptor

    private static let keyBytes = 16

    /// - Throws: ``Failed`` unless the key and the vector have 16 bytes.
    init(key: [UInt8], vector: [UInt8]) throws(Failed) {
        guard key.count == Self.keyBytes else { throw Failed() }
        do {
            decryptor = try AESCBC.Decryptor(key: key, vector: vector)
        } catch {
            throw Failed()
        }
    }

    /// Feeds bytes, and returns the decrypted bytes so far.
    func take(_ bytes: [UInt8]) throws(Failed) -> [UInt8] {
        do {
            return try decryptor.update(bytes)
        } catch {
            throw Failed()
        }
    }

    /// The rest at the end of the input, without the padding.
    func finish() throws(Failed) -> [UInt8] {
        do {
            return try decryptor.finish()
        } catch {
            throw Failed()
        }
    }
}
