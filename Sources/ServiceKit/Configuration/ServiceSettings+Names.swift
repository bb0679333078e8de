internal import Glibc

extension ServiceSettings {
    /// The services of the suite: one configuration file may have a section for each, whether installed or not.
    public static let knownServices: Set<String> = [
        "catalog", "profiles", "playback-state", "downloads", "reading-list", "scheduler", "metadata-gateway",
    ]

    /// The cluster's settings in the file, beside the services'. Services read the same file and ignore them.
    public static let clusterSettings: Set<String> = ["services"]

    /// The settings of one service alone, allowed only in its section of the file. Other services read the same file
    /// and ignore them.
    public static let ownSettings: [String: Set<String>] = [
        "catalog": ["source-hosts"],
        "downloads": ["download-hosts", "download-quota-mb", "download-floor-mb"],
        "metadata-gateway": [
            "tmdb-key", "tmdb-key-file", "tmdb-address", "tmdb-image-address", "tvdb-key", "tvdb-key-file", "tvdb-pin",
            "tvdb-pin-file", "tvdb-address",
        ],
    ]

    /// The secret ones of these, by service: never in a service's environment, see ``SecretVariables``.
    public static let ownSecrets: [String: Set<String>] = ["metadata-gateway": ["tmdb-key", "tvdb-key", "tvdb-pin"]]

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
