internal import COpenSSL

/// libcrypto itself.
enum Library {
    /// Initializes libcrypto before its first use. It does so by itself, too, but then also frees its memory in an exit
    /// handler, under the hands of threads that still run.
    private static let isReady = OPENSSL_init_crypto(crypto_no_atexit, nil) == 1

    /// Checks that libcrypto can be used.
    static func start() throws(CryptographyError) {
        guard isReady else { throw .libraryFailed(function: "OPENSSL_init_crypto") }
    }

    /// The error for a function that failed. Empties the thread's queue of errors, which would grow, and which libcurl
    /// reads on its own threads.
    static func failure(_ function: String) -> CryptographyError {
        ERR_clear_error()
        return .libraryFailed(function: function)
    }
}
