internal import Glibc

extension ServiceSettings {
    /// The services of the suite: one configuration file may have a part for each, whichever are installed.
    public static let knownServices: Set<String> = [
        "catalog", "profiles", "playback-state", "downloads", "reading-list", "scheduler", "metadata-gateway",
    ]

    /// What the cluster's file says beside the services' settings. Services read the same file and pass over it.
    public static let clusterSettings: Set<String> = ["services"]

    /// The settings that a service has of its own, which stand in its part of the file alone. Other services read the same
    /// file and pass over them.
    public static let ownSettings: [String: Set<String>] = [
        "catalog": ["source-hosts"],
        "downloads": ["download-hosts", "download-quota-mb", "download-floor-mb"],
        "metadata-gateway": [
            "tmdb-key", "tmdb-key-file", "tmdb-address", "tmdb-image-address", "tvdb-key", "tvdb-key-file", "tvdb-pin",
            "tvdb-pin-file", "tvdb-address",
        ],
    ]

    /// Which of these are secrets, by service: in no service's environment, see ``SecretVariables``.
    public static let ownSecrets: [String: Set<String>] = ["metadata-gateway": ["tmdb-key", "tvdb-key", "tvdb-pin"]]

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
