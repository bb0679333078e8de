internal import FoundationEssentials

/// Who may sign texts whose headers bring the signer's certificates (`x5c`, RFC 7515, section 4.1.6).
package struct CertificateTrust: Sendable, Hashable {
    private let roots: [X509Certificate]
    private let markers: X509Chain.Markers?

    /// The most roots that are trusted.
    package static let maximumRoots = 8

    /// Trusts roots.
    ///
    /// - Parameter markers: the extensions that leaf and intermediate must have; nil demands none.
    package init(roots: [X509Certificate], markers: X509Chain.Markers?) {
        (self.roots, self.markers) = (roots, markers)
    }

    /// Trusts the roots of a text in PEM (RFC 7468); nil when it has none, too many, or anything that is no certificate.
    package init?(pem: [UInt8], markers: X509Chain.Markers?) {
        var (roots, body): ([X509Certificate], String?) = ([], nil)
        for line in String(decoding: pem, as: UTF8.self).split(whereSeparator: \.isNewline) {
            switch line {
            case "-----BEGIN CERTIFICATE-----":
                guard body == nil else { return nil }
                body = ""
            case "-----END CERTIFICATE-----":
                guard let text = body, let bytes = Data(base64Encoded: text),
                    let root = try? X509Certificate([UInt8](bytes)), roots.count < Self.maximumRoots
                else { return nil }
                roots.append(root)
                body = nil
            default:
                // Text around the certificates is a comment.
                body?.append(contentsOf: line.filter { !$0.isWhitespace })
            }
        }
        guard body == nil, !roots.isEmpty else { return nil }
        self.init(roots: roots, markers: markers)
    }

    /// The key of a chain's leaf.
    func key(of chain: X509Chain, at seconds: Int64) throws(X509Error) -> P256.PublicKey {
        try chain.key(trusting: roots, at: seconds, markers: markers)
    }
}

/// Why a text with certificates is rejected.
package enum CertifiedJWSError: Error, Sendable, Hashable {
    /// The text itself.
    case text(JWSError)
    /// The certificates in its header.
    case certificates(X509Error)
}

extension CompactJWS {
    private struct CertificateHeader: Decodable {
        var x5c: [String]
    }

    /// The payload of a text that is signed with ES256 by the leaf of the chain in its header, at the time that `signed`
    /// finds in the payload.
    ///
    /// That time is used before the signature is verified, and is as trustworthy as the rest: the leaf's owner signs it, too.
    ///
    /// - Parameters:
    ///   - trust: the roots.
    ///   - signed: the time of the signature in seconds since 1970, from the payload; nil rejects the text.
    /// - Throws: ``CertifiedJWSError``.
    package func certifiedPayload(
        by trust: CertificateTrust, signed: ([UInt8]) -> Int64?
    ) throws(CertifiedJWSError) -> [UInt8] {
        // The key decides the algorithm, and only keys of P-256 come out of a chain.
        guard header.algorithm == "ES256" else { throw .text(.wrongAlgorithm) }
        guard let time = signed(unverifiedPayload) else { throw .text(.malformed) }
        let key: P256.PublicKey
        do throws(X509Error) {
            key = try trust.key(of: X509Chain(certificates()), at: time)
        } catch {
            throw .certificates(error)
        }
        do throws(JWSError) {
            return try payload(verifiedBy: VerificationKey(.es256(key), id: nil))
        } catch {
            throw .text(error)
        }
    }

    /// The certificates in the header, in DER; those of a header without any are none.
    private func certificates() throws(X509Error) -> [[UInt8]] {
        guard let header = try? JSONDecoder().decode(CertificateHeader.self, from: Data(head)) else {
            throw .wrongLength
        }
        // Before any is decoded: a header of the longest text could have thousands.
        guard header.x5c.count == X509Chain.length else { throw .wrongLength }
        var certificates: [[UInt8]] = []
        for text in header.x5c {
            // Base64 with padding, as RFC 7515 has it here alone.
            guard text.utf8.count <= X509Certificate.maximumBytes * 4 / 3 + 4, let bytes = Data(base64Encoded: text)
            else {
                throw .malformed
            }
            certificates.append([UInt8](bytes))
        }
        return certificates
    }
}
