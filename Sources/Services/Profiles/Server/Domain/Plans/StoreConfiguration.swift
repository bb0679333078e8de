internal import Cryptography
internal import ProfilesAPI

/// What the store sells, and who signs for it.
struct StoreConfiguration: Sendable {
    /// Who signs transactions and notifications.
    var trust: CertificateTrust
    /// The app's bundle id.
    var bundle: String
    /// The store's environment, `Production` or `Sandbox`: a purchase of the other one counts for nothing.
    var environment: String
    /// The products.
    var offers: [PlanOffer]

    /// The extensions by which Apple marks the certificates that sign for its stores, and those of its intermediates for
    /// developers' services.
    static let appStoreMarkers = X509Chain.Markers(
        leaf: "1.2.840.113635.100.6.11.1", intermediate: "1.2.840.113635.100.6.2.1")
}
