/// Why an operation of this module failed. Contains nothing of keys, messages or passwords.
package enum CryptographyError: Error, Sendable, Hashable {
    /// The bytes are no key of the kind, or one that is not accepted, such as a short RSA modulus.
    case invalidKey
    /// A length or a cost is outside what the algorithm permits.
    case invalidParameter
    /// The ciphertext is not whole blocks, or its padding is wrong: it is truncated, or the key is another.
    case invalidCiphertext
    /// The operation would take more memory than its caller permits.
    case overMemoryLimit
    /// A function of libcrypto failed, for lack of memory or since its configuration has no such algorithm.
    case libraryFailed(function: String)
}
