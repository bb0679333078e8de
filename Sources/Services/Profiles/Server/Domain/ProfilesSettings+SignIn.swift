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

    /// The developer's team at Apple.
    static let appleTeamID = identifier(
        "apple-team-id", help: "the developer's team at Apple, to exchange and revoke codes")
    /// The id of the developer's key at Apple.
    static let appleKeyID = identifier("apple-key-id", help: "the id of the developer's key at Apple")
    /// The developer's key.
    static let appleKeyFile = Setting<String>(
        "apple-key-file", help: "a file of mode 0600 with the developer's key from Apple (.p8)",
        allowed: "the path of a file", parse: { $0.isEmpty ? nil : $0 })

    private static func identifier(_ name: String, help: String) -> Setting<String> {
        Setting<String>(
            name, help: help, allowed: "letters and digits",
            parse: { text in
                let isID = text.utf8.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                }
                return isID && !text.isEmpty ? text : nil
            })
    }

    /// The issuer of Apple's tokens; nil where no client id is configured.
    ///
    /// - Throws: `ConfigurationError`.
    static func appleIssuer(_ layers: ConfigurationLayers) throws -> AppleIssuer? {
        guard let ids = try layers.configured(appleClientIDs)?.value, !ids.isEmpty else { return nil }
        return AppleIssuer(
            name: try layers.configured(appleAddress)?.value ?? AppleIssuer.standardName, clientIDs: Set(ids))
    }
}
