internal import CatalogFormats
internal import HearthModel

/// The parsed certificates of a guide, which has few different ones.
struct CertificationCache: Sendable {
    private var known: [XMLTVRating: Certification] = [:]

    /// Beyond this, certificates are parsed each time.
    private static let most = 500

    /// What a certificate means on the household's scale.
    mutating func certification(_ rating: XMLTVRating) -> Certification {
        if let found = known[rating] { return found }
        let certification = Certification(rating.text, system: rating.system)
        if known.count < Self.most { known[rating] = certification }
        return certification
    }
}
