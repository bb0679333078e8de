internal import HTTPFetch
internal import ServiceKit

/// What can be configured here.
enum MetadataGatewaySettings {
    /// A key of version 3 or a token of version 4.
    static let key = Setting<TMDBKey>(
        "tmdb-key", help: "the key for TMDB", allowed: "a key or token of themoviedb.org", isSecret: true,
        parse: { TMDBKey($0) })

    /// A file that holds the key.
    static let keyFile = Setting<String>(
        "tmdb-key-file", help: "a file of mode 0600 that holds the key for TMDB", allowed: "a path",
        parse: { $0.isEmpty || $0.utf8.contains(0) ? nil : $0 })

    /// Where TMDB is.
    static let address = Setting<FetchURL>(
        "tmdb-address", help: "where TMDB's API is, or something that answers like it",
        allowed: "an address such as https://api.themoviedb.org/3", parse: { try? FetchURL($0) })

    /// Where TMDB's pictures are.
    static let imageAddress = Setting<FetchURL>(
        "tmdb-image-address", help: "where TMDB's pictures are",
        allowed: "an address such as https://image.tmdb.org/t/p",
        parse: { try? FetchURL($0) })
}

/// What was configured.
struct TMDBPlaces: Sendable {
    var key: TMDBKey?
    var address: String
    var imageAddress: String
    /// Hosts that somebody named, and so may be on the household's own network.
    var allowedHosts: Set<String> = []

    /// Reads the configuration.
    ///
    /// - Throws: `ConfigurationError`; `KeyFileError` for a key's file that others can read.
    init(_ layers: ConfigurationLayers) throws {
        let file = try layers.configured(MetadataGatewaySettings.keyFile)?.value
        key = try layers.configured(MetadataGatewaySettings.key)?.value ?? file.flatMap { try TMDBKey.read($0) }
        let named = [
            try layers.configured(MetadataGatewaySettings.address)?.value,
            try layers.configured(MetadataGatewaySettings.imageAddress)?.value,
        ]
        address = named[0].map(Self.base) ?? "https://api.themoviedb.org/3"
        imageAddress = named[1].map(Self.base) ?? "https://image.tmdb.org/t/p"
        for url in named.compactMap(\.self) {
            allowedHosts.insert(url.host.contains(":") ? "[\(url.host)]:\(url.port)" : "\(url.host):\(url.port)")
        }
    }

    /// The address without a slash at its end.
    private static func base(_ url: FetchURL) -> String {
        url.text.hasSuffix("/") ? String(url.text.dropLast()) : url.text
    }
}
