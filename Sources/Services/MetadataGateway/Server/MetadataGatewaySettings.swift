internal import HTTPFetch
internal import ServiceKit

/// The settings of this service.
enum MetadataGatewaySettings {
    /// A key of version 3 or a token of version 4.
    static let key = Setting<APIKey>(
        "tmdb-key", help: "the key for TMDB", allowed: "a key or token of themoviedb.org", isSecret: true,
        parse: { APIKey($0) })

    /// A file that holds the key.
    static let keyFile = file("tmdb-key-file", of: "the key for TMDB")

    /// Where TMDB is.
    static let address = Setting<FetchURL>(
        "tmdb-address", help: "the address of TMDB's API, or of a compatible server",
        allowed: "an address such as https://api.themoviedb.org/3", parse: { try? FetchURL($0) })

    /// The address of TMDB's images.
    static let imageAddress = Setting<FetchURL>(
        "tmdb-image-address", help: "the address of TMDB's images",
        allowed: "an address such as https://image.tmdb.org/t/p",
        parse: { try? FetchURL($0) })

    /// A key of version 4.
    static let tvdbKey = Setting<APIKey>(
        "tvdb-key", help: "the key for TheTVDB", allowed: "a key of thetvdb.com", isSecret: true,
        parse: { APIKey($0) })

    /// A file that holds the key.
    static let tvdbKeyFile = file("tvdb-key-file", of: "the key for TheTVDB")

    /// The subscriber's PIN of a user-subscription key.
    static let tvdbPIN = Setting<APIKey>(
        "tvdb-pin", help: "the subscriber's PIN, for a TheTVDB key that requires one", allowed: "a PIN of thetvdb.com",
        isSecret: true, parse: { APIKey($0) })

    /// A file that holds the PIN.
    static let tvdbPINFile = file("tvdb-pin-file", of: "the subscriber's PIN for TheTVDB")

    /// Where TheTVDB is.
    static let tvdbAddress = Setting<FetchURL>(
        "tvdb-address", help: "the address of TheTVDB's API, or of a compatible server",
        allowed: "an address such as https://api4.thetvdb.com/v4", parse: { try? FetchURL($0) })

    private static func file(_ name: String, of what: String) -> Setting<String> {
        Setting<String>(
            name, help: "a file of mode 0600 that holds \(what)", allowed: "a path",
            parse: { $0.isEmpty || $0.utf8.contains(0) ? nil : $0 })
    }
}

/// The effective configuration.
struct SourceConfiguration: Sendable {
    var key: APIKey?
    var address: String
    var imageAddress: String
    var tvdbKey: APIKey?
    var tvdbPIN: APIKey?
    var tvdbAddress: String
    /// Hosts named in the settings, which may therefore be on the household's own network.
    var allowedHosts: Set<String> = []

    /// Reads the configuration.
    ///
    /// - Throws: `ConfigurationError`; `KeyFileError` for a key file that others can read.
    init(_ layers: ConfigurationLayers) throws {
        key = try Self.key(MetadataGatewaySettings.key, orIn: MetadataGatewaySettings.keyFile, layers)
        tvdbKey = try Self.key(MetadataGatewaySettings.tvdbKey, orIn: MetadataGatewaySettings.tvdbKeyFile, layers)
        tvdbPIN = try Self.key(MetadataGatewaySettings.tvdbPIN, orIn: MetadataGatewaySettings.tvdbPINFile, layers)
        let named = [
            try layers.configured(MetadataGatewaySettings.address)?.value,
            try layers.configured(MetadataGatewaySettings.imageAddress)?.value,
            try layers.configured(MetadataGatewaySettings.tvdbAddress)?.value,
        ]
        address = named[0].map(Self.base) ?? "https://api.themoviedb.org/3"
        imageAddress = named[1].map(Self.base) ?? "https://image.tmdb.org/t/p"
        tvdbAddress = named[2].map(Self.base) ?? "https://api4.thetvdb.com/v4"
        for url in named.compactMap(\.self) {
            allowedHosts.insert(url.host.contains(":") ? "[\(url.host)]:\(url.port)" : "\(url.host):\(url.port)")
        }
    }

    private static func key(
        _ key: Setting<APIKey>, orIn file: Setting<String>, _ layers: ConfigurationLayers
    ) throws -> APIKey? {
        let path = try layers.configured(file)?.value
        return try layers.configured(key)?.value ?? path.flatMap { try APIKey.read($0) }
    }

    /// The address without a slash at its end.
    private static func base(_ url: FetchURL) -> String {
        url.text.hasSuffix("/") ? String(url.text.dropLast()) : url.text
    }
}
