internal import COpenSSL

/// A certificate (X.509, RFC 5280).
package struct X509Certificate: Sendable, Hashable {
    /// Its bytes in DER.
    package let bytes: [UInt8]
    let handle: CertificateHandle

    /// The longest certificate that is parsed, in bytes.
    package static let maximumBytes = 8 << 10

    /// Parses a certificate in DER.
    ///
    /// - Throws: ``X509Error/malformed``.
    package init(_ bytes: [UInt8]) throws(X509Error) {
        guard (1...Self.maximumBytes).contains(bytes.count) else { throw .malformed }
        do { try Library.start() } catch { throw .libraryFailed }
        guard let pointer = crypto_certificate(bytes, bytes.count) else {
            ERR_clear_error()
            throw .malformed
        }
        self.bytes = bytes
        handle = CertificateHandle(pointer)
    }

    package static func == (one: X509Certificate, other: X509Certificate) -> Bool { one.bytes == other.bytes }

    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// Why a chain of certificates is rejected. Contains nothing of it.
package enum X509Error: Error, Sendable, Hashable, CaseIterable {
    /// The bytes are no certificate.
    case malformed
    /// There are not exactly three: leaf, intermediate, root.
    case wrongLength
    /// The last one is none of the trusted roots.
    case untrustedRoot
    /// One of them was not valid yet or had expired at the time in question.
    case notValidThen
    /// A signature is wrong, or the certificates are no path: their names, constraints or key usages do not fit.
    case noPath
    /// The leaf signs certificates, or may not sign data.
    case wrongLeaf
    /// A certificate lacks the extension that marks its purpose.
    case unmarked
    /// The leaf's key is not one of the curve P-256.
    case wrongKey
    /// libcrypto failed, for lack of memory.
    case libraryFailed
}

/// A leaf, an intermediate and a root, as a header `x5c` has them (RFC 7515, section 4.1.6).
package struct X509Chain: Sendable {
    /// How many certificates a chain has.
    package static let length = 3

    /// The object identifiers of extensions that mark what certificates are for.
    package struct Markers: Sendable, Hashable {
        /// The leaf's.
        package var leaf: String
        /// The intermediate's.
        package var intermediate: String

        /// Names both.
        package init(leaf: String, intermediate: String) { (self.leaf, self.intermediate) = (leaf, intermediate) }
    }

    private let leaf: X509Certificate
    private let intermediate: X509Certificate
    private let root: X509Certificate

    /// Parses a chain.
    ///
    /// - Throws: ``X509Error/wrongLength``, before anything is parsed; ``X509Error/malformed``.
    package init(_ certificates: [[UInt8]]) throws(X509Error) {
        guard certificates.count == Self.length else { throw .wrongLength }
        leaf = try X509Certificate(certificates[0])
        intermediate = try X509Certificate(certificates[1])
        root = try X509Certificate(certificates[2])
    }

    /// The leaf's key, when the chain leads to a trusted root and was valid at a time.
    ///
    /// Certificates are not asked for at their issuer (OCSP, CRL): a root is trusted until it is configured no more.
    ///
    /// - Parameters:
    ///   - roots: the trusted ones, compared byte by byte.
    ///   - seconds: the time since 1970.
    ///   - markers: the extensions that leaf and intermediate must have; nil demands none.
    /// - Throws: the first reason to reject it.
    package func key(
        trusting roots: [X509Certificate], at seconds: Int64, markers: Markers?
    ) throws(X509Error) -> P256.PublicKey {
        guard let trusted = roots.first(where: { $0 == root }) else { throw .untrustedRoot }
        let outcome = crypto_verify_path(
            leaf.handle.pointer, intermediate.handle.pointer, trusted.handle.pointer, time_t(seconds))
        ERR_clear_error()
        switch outcome {
        case X509_V_OK: break
        case X509_V_ERR_CERT_NOT_YET_VALID, X509_V_ERR_CERT_HAS_EXPIRED: throw .notValidThen
        default: throw .noPath
        }
        guard crypto_certificate_signs_data(leaf.handle.pointer) == 1 else { throw .wrongLeaf }
        if let markers {
            guard crypto_certificate_has(leaf.handle.pointer, markers.leaf) == 1,
                crypto_certificate_has(intermediate.handle.pointer, markers.intermediate) == 1
            else { throw .unmarked }
        }
        do {
            return try P256.PublicKey(KeyHandle(X509_get_pubkey(leaf.handle.pointer)))
        } catch {
            throw .wrongKey
        }
    }
}

/// An `X509`, freed with its last reference.
///
/// Safe to share: libcrypto computes what it keeps beside the bytes, such as key usages, under a lock of its own.
final class CertificateHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over a reference.
    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { X509_free(pointer) }
}
