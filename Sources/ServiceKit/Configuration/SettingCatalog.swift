internal import ArgumentParser
internal import HearthModel
internal import Logging
internal import RPC

/// Every setting of the suite, described.
public enum SettingCatalog {
    /// The settings that each service has, at the top level of the file or in a service's section.
    public static let common: [DescribedSetting] = [
        DescribedSetting(
            CommonSettings.data, standard: "$XDG_DATA_HOME/hearth or ~/.local/share/hearth", example: "/srv/hearth"),
        DescribedSetting(CommonSettings.shards, standard: "the data directory", example: "/srv/shards"),
        DescribedSetting(
            CommonSettings.networkFileSystem, .word(CommonSettings.networkFileSystemWords), standard: "refuse"),
        DescribedSetting(
            CommonSettings.run, standard: "$XDG_RUNTIME_DIR/hearth or a private folder in the temp directory",
            example: "/run/hearth"),
        DescribedSetting(CommonSettings.household, standard: HouseholdName.standard),
        DescribedSetting(
            CommonSettings.logLevel, .word(Logger.Level.allCases.map(\.rawValue)), standard: "info"),
        DescribedSetting(CommonSettings.logFormat, .word(LogFormat.allCases.map(\.rawValue)), standard: "text"),
        DescribedSetting(CommonSettings.listen, example: "tcp://127.0.0.1:7001"),
        DescribedSetting(
            CommonSettings.drainSeconds, .number(0...CommonSettings.longestDrainSeconds),
            standard: "\(ServiceSettings.standardDrainSeconds)"),
        DescribedSetting(
            CommonSettings.openCalls, .number(1...CommonSettings.mostOpenCalls),
            standard: "\(RPCLimits.standardOpenCalls)"),
        DescribedSetting(
            CommonSettings.callsPerSecond,
            .number(CommonSettings.fewestCallsPerSecond...CommonSettings.mostCallsPerSecond),
            standard: "\(CommonSettings.standardCallsPerSecond)"),
        DescribedSetting(CommonSettings.calls, example: "catalog/Search timeout=800ms attempts=1"),
        DescribedSetting(CommonSettings.endpoints, example: "metadata-gateway=tcp://10.0.0.5:7001"),
        DescribedSetting(CommonSettings.chaosDirectory, example: "/tmp/hearth-chaos"),
        DescribedSetting(CommonSettings.traceCollector, example: "http://127.0.0.1:4318"),
        DescribedSetting(CommonSettings.tracePercent, .number(0...100), standard: "100"),
    ]

    /// The settings of `hearth up`, at the top level of the file only.
    public static let cluster: [DescribedSetting] = [
        DescribedSetting(
            "services", "the services that `hearth up` starts", .list, standard: "all that are installed",
            example: "profiles, catalog, playback-state")
    ]

    /// The settings that one service alone has, in its section of the file, by service.
    public static let own: [String: [DescribedSetting]] = [
        ServiceManifest.catalog.name: [
            DescribedSetting(
                "source-hosts", "hosts on the household's own network that sources may be fetched from", .list,
                example: "nas.lan, 192.168.1.10:8080")
        ],
        ServiceManifest.downloads.name: [
            DescribedSetting(
                "download-hosts", "hosts on the household's own network that links may lead to", .list,
                example: "nas.lan, 192.168.1.10:8080"),
            DescribedSetting(
                "download-quota-mb", "millions of bytes that each profile's downloads may take",
                .number(1...mostMegabytes), standard: "10000"),
            DescribedSetting(
                "download-floor-mb", "millions of bytes that downloads leave free on the disk",
                .number(0...mostMegabytes), standard: "1000"),
        ],
        ServiceManifest.profiles.name: [
            DescribedSetting(
                "plan", "the plan of households that have bought none", .word(["premium", "free"]),
                standard: "premium"),
            DescribedSetting(
                "store-root-file", "a file with the store's root certificates in PEM; without it no store is asked",
                example: "/etc/hearth/AppleRootCA-G3.pem"),
            DescribedSetting(
                "store-bundle-id", "the bundle id of the app that the store sells", example: "org.example.hearth"),
            DescribedSetting(
                "store-environment", "the store's environment", .word(["Production", "Sandbox"]),
                standard: "Production"),
            DescribedSetting(
                "store-markers", "whether certificates must have the App Store's marks", .word(["require", "ignore"]),
                standard: "require"),
            DescribedSetting(
                "store-monthly-product", "the product that is paid by the month",
                standard: "store-bundle-id with .premium.monthly", example: "org.example.hearth.premium.monthly"),
            DescribedSetting("store-monthly-price", "the price of a month, for people", standard: "4.99 USD"),
            DescribedSetting(
                "store-yearly-product", "the product that is paid by the year",
                standard: "store-bundle-id with .premium.yearly", example: "org.example.hearth.premium.yearly"),
            DescribedSetting("store-yearly-price", "the price of a year, for people", standard: "39.99 USD"),
            DescribedSetting(
                "key-rotation-days", "after how many days the key that signs people's tokens is replaced",
                .number(1...3_650), standard: "90"),
            DescribedSetting(
                "apple-client-ids", "the client ids of apps and sites for which Apple's tokens may be", .list,
                example: "org.example.app, org.example.site"),
            DescribedSetting(
                "apple-address", "the issuer of Apple's tokens, or a compatible one, and the address of its keys",
                standard: "https://appleid.apple.com"),
            DescribedSetting(
                "apple-team-id", "the developer's team at Apple, to exchange and revoke codes", example: "DEF123GHIJ"),
            DescribedSetting("apple-key-id", "the id of the developer's key at Apple", example: "ABC123DEFG"),
            DescribedSetting(
                "apple-key-file", "a file of mode 0600 with the developer's key from Apple (.p8)",
                example: "/etc/hearth/apple-key.p8"),
        ],
        ServiceManifest.metadataGateway.name: [
            DescribedSetting("tmdb-key", "the key for TMDB; better in a file of its own", isSecret: true),
            DescribedSetting(
                "tmdb-key-file", "a file of mode 0600 that holds the key for TMDB", example: "/etc/hearth/tmdb-key"),
            DescribedSetting(
                "tmdb-address", "the address of TMDB's API, or of a compatible server",
                standard: "https://api.themoviedb.org/3"),
            DescribedSetting(
                "tmdb-image-address", "the address of TMDB's images", standard: "https://image.tmdb.org/t/p"),
            DescribedSetting("tvdb-key", "the key for TheTVDB; better in a file of its own", isSecret: true),
            DescribedSetting(
                "tvdb-key-file", "a file of mode 0600 that holds the key for TheTVDB", example: "/etc/hearth/tvdb-key"),
            DescribedSetting(
                "tvdb-pin", "the subscriber's PIN, for a TheTVDB key that requires one; better in a file of its own",
                isSecret: true),
            DescribedSetting(
                "tvdb-pin-file", "a file of mode 0600 that holds the subscriber's PIN for TheTVDB",
                example: "/etc/hearth/tvdb-pin"),
            DescribedSetting(
                "tvdb-address", "the address of TheTVDB's API, or of a compatible server",
                standard: "https://api4.thetvdb.com/v4"),
        ],
        ServiceManifest.web.name: [
            DescribedSetting(
                "web-listen", "the address that the web server listens at; off: it serves no pages",
                standard: "127.0.0.1:8787", example: "0.0.0.0:8787"),
            DescribedSetting(
                "web-hosts", "names by which browsers may address the web server, beside those of this machine", .list,
                example: "hearth.example.org, media.lan"),
            DescribedSetting(
                "web-proxies", "IP addresses of reverse proxies whose Forwarded fields count, or blocks of them", .list,
                example: "127.0.0.1"),
            DescribedSetting(
                "web-path", "the path below which a reverse proxy serves the pages", example: "/hearth"),
            DescribedSetting(
                "web-page", "the directory of the page's files", standard: "that of the installation",
                example: "/usr/share/hearth/web"),
            DescribedSetting(
                "web-media-hosts", "hosts on the household's own network that streams may be relayed from", .list,
                example: "nas.lan:8080"),
            DescribedSetting(
                "web-direct-hosts", "hosts of sources whose streams browsers read themselves, without the relay", .list,
                example: "cdn.example.org"),
        ],
    ]

    private static let mostMegabytes = 1_000_000_000
}

extension ServiceSettings {
    /// Every setting of a service as it takes effect, as text: also its own, and its secrets. For comparison only.
    ///
    /// - Parameter arguments: the service's command line.
    /// - Throws: ``ConfigurationError``, and an error for a command line that is none of a service's.
    public static func effective(
        arguments: [String], environment: [String: String], service: String
    ) throws -> [(name: String, value: String)] {
        let settings = try ServiceSettings(
            options: try ServiceOptions.parse(arguments), environment: environment, service: service)
        let own = try (SettingCatalog.own[service] ?? []).map { setting in
            (name: setting.name, value: try setting.value(in: settings.layers)?.value ?? "")
        }
        return settings.table.map { ($0.name, $0.value) } + own
    }
}
