internal import HTTPFetch
internal import ServiceKit

/// The settings of sign-in.
extension ProfilesSettings {
    /// After how many days the key that signs people's tokens is replaced.
    static let keyRotationDays = Setting<Int64>(
        "key-rotation-days", help: "after how many days the key that signs people's tokens is replaced",
        allowed: "\(days.lowerBound) to \(days.upperBound)",
        parse: { Int64($0).flatMap { days.contains($0) ? $0 : nil } })

    static let standardKeyRotationDays: Int64 = 90
    private static let days: ClosedRange<Int64> = 1...3_650

    /// The client ids for which Apple's identity tokens may be: those of the household's apps and sites.
    static let appleClientIDs = Setting<[String]>(
        list: "apple-client-ids", help: "the client ids of apps and sites for which Apple's tokens may be",
        allowed: "client ids such as org.example.app", parse: { $0.allSatisfy { !$0.isEmpty } ? $0 : nil })

    /// Where Apple is.
    static let appleAddress = Setting<String>(
        "apple-address", help: "the issuer of Apple's tokens, or a compatible one, and the address of its keys",
        allowed: "an address such as \(AppleIssuer.standardName)",
        parse: { (try? FetchURL($0)) == nil || $0.hasSuffix("/") ? nil : $0 })

    /// The issuer of Apple's tokens; nil where no client id is configured.
    ///
    /// - Throws: `ConfigurationError`.
    static func appleIssuer(_ layers: ConfigurationLayers) throws -> AppleIssuer? {
        guard let ids = try layers.configured(appleClientIDs)?.value, !ids.isEmpty else { return nil }
        return AppleIssuer(
            name: try layers.configured(appleAddress)?.value ?? AppleIssuer.standardName, clientIDs: Set(ids))
    }
}
