internal import Glibc
internal import HearthModel

extension ServiceSettings {
    /// The services of the suite: one configuration file may have a section for each, whether installed or not.
    public static let knownServices = Set(ServiceManifest.processes.map(\.name))

    /// The cluster's settings in the file, beside the services'. Services read the same file and ignore them.
    public static let clusterSettings: Set<String> = ["services"]

    /// The sections of the file that are no service's, with their settings: of the cluster's supervisor.
    public static let clusterSections: [String: Set<String>] = ["backup": ["to", "every", "keep", "key-file"]]

    /// The settings of one service alone, allowed only in its section of the file. Other services read the same file
    /// and ignore them.
    public static let ownSettings = own(\.settings)

    /// The secret ones of these, by service: never in a service's environment, see ``SecretVariables``.
    public static let ownSecrets = own(\.secrets)

    /// The services that have any of them.
    private static func own(_ names: (ServiceManifest) -> Set<String>) -> [String: Set<String>] {
        Dictionary(uniqueKeysWithValues: ServiceManifest.processes.map { ($0.name, names($0)) }).filter { !$1.isEmpty }
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
