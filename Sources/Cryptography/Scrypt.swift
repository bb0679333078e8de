internal import COpenSSL

/// scrypt (RFC 7914): derives bytes from a password at a cost of time and memory.
package enum Scrypt {
    /// Derives bytes from a password.
    ///
    /// - Parameters:
    ///   - rounds: N, a power of two above 1.
    ///   - blockSize: r.
    ///   - parallelism: p; the passes run one after another.
    ///   - count: how many bytes.
    ///   - memoryLimit: the most memory in bytes; it takes `128 * blockSize * (rounds + 2 + parallelism)`.
    /// - Throws: ``CryptographyError/overMemoryLimit`` before it takes any memory,
    ///   ``CryptographyError/invalidParameter``, ``CryptographyError/libraryFailed(function:)``.
    package static func derive(
        password: [UInt8], salt: [UInt8], rounds: Int, blockSize: Int, parallelism: Int, count: Int, memoryLimit: Int
    ) throws(CryptographyError) -> SecretBytes {
        let limits = 1...Int(UInt32.max)
        guard limits.contains(rounds), rounds.nonzeroBitCount == 1, rounds > 1, limits.contains(blockSize),
            limits.contains(parallelism), count > 0
        else { throw .invalidParameter }
        let (bytes, overflow) = (128 * blockSize).multipliedReportingOverflow(by: rounds + 2 + parallelism)
        guard !overflow, bytes <= memoryLimit else { throw .overMemoryLimit }
        try Library.start()
        var result: Int32 = 0
        let derived = SecretBytes(count: count) { output in
            result = password.withUnsafeBytes { password in
                password.withMemoryRebound(to: CChar.self) { password in
                    EVP_PBE_scrypt(
                        password.baseAddress, password.count, salt, salt.count, UInt64(rounds), UInt64(blockSize),
                        UInt64(parallelism), UInt64(bytes), output.baseAddress, output.count)
                }
            }
        }
        guard result == 1 else { throw Library.failure("EVP_PBE_scrypt") }
        return derived
    }
}
