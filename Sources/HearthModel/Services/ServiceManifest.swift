/// A service of the household as everything below the contracts knows it: its name and its own settings.
///
/// This is the only place that spells the names out. Code with a contract at hand says ``ServiceContract/serviceName``.
public struct ServiceManifest: Sendable, Hashable {
    /// The name of the process: of its executable, socket and shard, and of its section of the configuration.
    public let name: String
    /// The settings that this service alone has, allowed only in its section of the configuration.
    public let settings: Set<String>
    /// The secret ones of these: never in a service's environment.
    public let secrets: Set<String>

    private init(_ name: String, settings: Set<String> = [], secrets: Set<String> = []) {
        (self.name, self.settings, self.secrets) = (name, settings, secrets)
    }

    /// The library and the programme guide.
    public static let catalog = ServiceManifest("catalog", settings: ["source-hosts"])
    /// The household's profiles, policies and tokens.
    public static let profiles = ServiceManifest(
        "profiles",
        settings: [
            "plan", "store-root-file", "store-bundle-id", "store-environment", "store-markers", "store-monthly-product",
            "store-monthly-price", "store-yearly-product", "store-yearly-price", "key-rotation-days",
            "apple-client-ids",
            "apple-address", "apple-team-id", "apple-key-id", "apple-key-file",
        ])
    /// Sessions, progress, histories and queues.
    public static let playbackState = ServiceManifest("playback-state")
    /// Downloads for offline playback.
    public static let downloads = ServiceManifest(
        "downloads", settings: ["download-hosts", "download-quota-mb", "download-floor-mb"])
    /// Links to read, watch or listen to later.
    public static let readingList = ServiceManifest("reading-list")
    /// The household's week.
    public static let scheduler = ServiceManifest("scheduler")
    /// TMDB and TheTVDB.
    public static let metadataGateway = ServiceManifest(
        "metadata-gateway",
        settings: [
            "tmdb-key", "tmdb-key-file", "tmdb-address", "tmdb-image-address", "tvdb-key", "tvdb-key-file", "tvdb-pin",
            "tvdb-pin-file", "tvdb-address",
        ], secrets: ["tmdb-key", "tvdb-key", "tvdb-pin"])

    /// Every service of the suite. Add a new one here.
    public static let all = [
        catalog, profiles, playbackState, downloads, readingList, scheduler, metadataGateway,
    ]

    /// The HTTP server for browsers: started and configured like the services, of which it is a client. It has no shard.
    public static let web = ServiceManifest(
        "web",
        settings: [
            "web-listen", "web-hosts", "web-proxies", "web-path", "web-page", "web-media-hosts", "web-direct-hosts",
        ])

    /// Every process that `hearth up` starts.
    public static let processes = all + [web]
}
