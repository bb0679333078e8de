internal import BackupFormat
internal import Foundation
internal import HearthModel
internal import ServiceKit

/// What a backup of a data directory takes, apart from the shards' bytes.
struct BackupPlan: Sendable {
    /// The data directory.
    let data: String
    /// The households.
    let households: [String]
    /// The directory of each service's shards.
    let roots: [String: String]

    /// The services in the order of their copies. A service is copied before those that it follows: the copy of a source then
    /// lists everything that the copy of its follower refers to.
    static let services =
        ServiceManifest.all.map(\.name).filter {
            ![ServiceManifest.catalog.name, ServiceManifest.profiles.name].contains($0)
        }
        + [ServiceManifest.catalog.name, ServiceManifest.profiles.name]

    /// The service that fetches media files.
    static let mediaOwner = ServiceManifest.downloads.name
    /// The longest key or record that is copied, in bytes.
    static let longestFile = 1 << 20
    /// Directories beside a shard with files that belong to jobs in flight, or with copies of the shard.
    private static let withoutMedia = [".uploads", ".fetched", ".upgrades"]

    /// Looks at the data directory.
    ///
    /// - Parameters:
    ///   - named: the only household; nil for all.
    ///   - roots: see ``roots(_:_:)``.
    /// - Throws: ``GatewayFailure`` when it has no household.
    init(_ gateway: Gateway, household named: String?, roots: [String: String]) throws {
        data = gateway.settings.data.value
        let all = DataDirectoryCheck.households(in: data)
        guard !all.isEmpty else {
            throw GatewayFailure(
                "NO_HOUSEHOLD", "\(data) has no household to back up.",
                advice: "Run this on the machine of the household, or name its directory with --data.",
                status: .noInput)
        }
        if let named, !all.contains(named) {
            throw GatewayFailure(
                "NO_HOUSEHOLD", "There is no household \"\(named)\" in \(data).",
                advice: "There \(all.count == 1 ? "is" : "are") \(all.joined(separator: ", ")).", status: .noInput)
        }
        households = named.map { [$0] } ?? all
        self.roots = roots
    }

    /// The directory of each service's shards, by its own settings.
    static func roots(_ gateway: Gateway, _ global: GlobalOptions) throws -> [String: String] {
        var roots: [String: String] = [:]
        for service in services {
            let settings = try ServiceSettings(
                options: try global.serviceOptions(), environment: gateway.environment.variables, service: service)
            roots[service] = settings.shards.value ?? settings.data.value
        }
        return roots
    }

    /// Where a shard is, when it is on this machine.
    func shard(of service: String, _ household: String) -> String {
        "\(roots[service] ?? data)/\(household)/\(service).sqlite"
    }

    /// Whether anything here says that a service has a shard of a household.
    func expectsShard(of service: String, _ household: String) -> Bool {
        let shard = shard(of: service, household)
        return ["", ".opening", "-wal"].contains { Self.isThere(shard + $0) }
            || Self.isThere("\(data)/\(household)/\(service).shard")
    }

    /// Whether the file of a shard is on this machine.
    func hasShard(of service: String, _ household: String) -> Bool { Self.isThere(shard(of: service, household)) }

    private static func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// The identity that a household's record has.
    func identity(of household: String) -> String? {
        (try? String(contentsOfFile: "\(data)/\(household)/household.id", encoding: .utf8))?
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    // MARK: Files

    /// A file to copy.
    struct SmallFile: Sendable {
        /// Its path in the data directory.
        var target: String
        /// Its permissions, in octal digits.
        var mode: String
        var bytes: [UInt8]
    }

    /// The keys of tokens and of other machines, and the households' records.
    ///
    /// - Throws: ``GatewayFailure`` when one cannot be read: a backup without it would not be whole.
    func smallFiles() throws -> [SmallFile] {
        let keys = (FileManager.default.subpaths(atPath: "\(data)/keys") ?? []).map { "keys/\($0)" }
        let records = households.map { "\($0)/household.id" }
        return try (keys.sorted() + records).compactMap { try read($0) }
    }

    private func read(_ target: String) throws -> SmallFile? {
        let path = "\(data)/\(target)"
        // A key that is being written has a temporary name.
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType == .typeRegular, BackupPath.isValid(target),
            !target.hasSuffix(".new")
        else { return nil }
        let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
        guard size <= Self.longestFile, let bytes = FileManager.default.contents(atPath: path) else {
            throw GatewayFailure(
                "UNREADABLE", "\(path) cannot be read.", advice: "Run this as the services' user.",
                status: .notPermitted)
        }
        let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0o600
        return SmallFile(target: target, mode: String(mode & 0o777, radix: 8), bytes: [UInt8](bytes))
    }

    /// The files of downloads, which are listed and not copied.
    func media() -> [BackupManifest.Media] {
        Set(roots.values).union([data]).sorted().flatMap { root in
            households.flatMap { media(in: root, $0) }
        }
    }

    /// Whether a file is of a download that is not complete.
    private static func isUnfinished(_ path: String) -> Bool {
        path.split(separator: "/").contains { $0.hasSuffix(".part") }
    }

    private func media(in root: String, _ household: String) -> [BackupManifest.Media] {
        let manager = FileManager.default
        let folders = (try? manager.contentsOfDirectory(atPath: "\(root)/\(household)")) ?? []
        return folders.filter { name in !Self.withoutMedia.contains { name.hasSuffix($0) } }.sorted().flatMap {
            folder in
            (manager.subpaths(atPath: "\(root)/\(household)/\(folder)") ?? []).sorted().compactMap { name in
                let path = "\(household)/\(folder)/\(name)"
                guard let attributes = try? manager.attributesOfItem(atPath: "\(root)/\(path)"),
                    attributes[.type] as? FileAttributeType == .typeRegular, !Self.isUnfinished(path)
                else { return nil }
                return BackupManifest.Media(
                    path: path, bytes: (attributes[.size] as? NSNumber)?.int64Value ?? 0)
            }
        }
    }
}
