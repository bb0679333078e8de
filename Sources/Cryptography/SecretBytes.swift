internal import COpenSSL

/// Bytes that are wiped from memory when their last reference goes, compare in constant time and print as a placeholder.
///
/// Safe to share: the memory never changes after `init`, and is freed once, in `deinit`.
package final class SecretBytes: @unchecked Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    private let memory: UnsafeMutableRawBufferPointer

    /// Secret bytes that `fill` writes into `count` zeros.
    init(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
        memory = .allocate(byteCount: count, alignment: 1)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        fill(memory)
    }

    deinit {
        OPENSSL_cleanse(memory.baseAddress, memory.count)
        memory.deallocate()
    }

    /// A copy, which is not wiped: for storage.
    package var bytes: [UInt8] { Array(memory) }

    /// Whether these are the bytes, by ``constantTimeEqual(_:_:)``.
    package func isEqual(to other: [UInt8]) -> Bool {
        other.withUnsafeBytes { constantTimeEqual(UnsafeRawBufferPointer(memory), $0) }
    }

    package var description: String { "<secret>" }
    package var debugDescription: String { description }
}

/// Whether two sequences of bytes are equal. The time depends on their lengths alone, and different lengths are unequal
/// at once.
package func constantTimeEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.withUnsafeBytes { one in other.withUnsafeBytes { constantTimeEqual(one, $0) } }
}

private func constantTimeEqual(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
    guard one.count == other.count else { return false }
    guard let first = one.baseAddress, let second = other.baseAddress else { return true }
    return CRYPTO_memcmp(first, second, one.count) == 0
}
