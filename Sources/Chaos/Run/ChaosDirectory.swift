internal import Foundation
internal import HearthModel
internal import ServiceKit

/// The directories of one run, with a separate household; all are removed afterwards.
struct ChaosDirectory: Sendable {
    let path: String

    /// What the names of all such directories begin with.
    static let namePrefix = "hearth-chaos-"

    /// The directory of another run.
    init(existing path: String) { self.path = path }

    /// Creates the directories, in the directory for temporary files, and notes that they are this process's.
    ///
    /// - Throws: `CocoaError` when they cannot be created.
    init() throws {
        let temporary = FileManager.default.temporaryDirectory.appendingPathComponent(Self.namePrefix + "XXXXXX")
        var template = Array(temporary.path.utf8CString)
        guard let made = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
        path = URL(fileURLWithPath: String(cString: made)).resolvingSymlinksInPath().path
        for folder in [data, run, crashes, copies, files, shards] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        try RunOwner.current?.write(in: path)
    }

    /// Keys and households.
    var data: String { "\(path)/data" }
    /// Sockets.
    var run: String { "\(path)/run" }
    /// Files that trigger failpoints, see `FailPoints`.
    var crashes: String { "\(path)/crashes" }
    /// Copies of shards.
    var copies: String { "\(path)/copies" }
    /// Playlists.
    var files: String { "\(path)/files" }
    /// A directory for the shards of each service.
    var shards: String { "\(path)/shards" }

    /// The directory of a service's own shards.
    func shards(of service: String) -> String { "\(shards)/\(service)" }

    /// The household's shard of a service.
    func shard(of service: String) -> String { "\(shards(of: service))/\(Self.household)/\(service).sqlite" }

    /// The service's marker of its shard, see `HouseholdFolder`.
    func note(of service: String) -> String { "\(data)/\(Self.household)/\(service).shard" }

    /// The shard of another household, which has no workload.
    func otherShard(of service: String) -> String { "\(shards(of: service))/\(Self.otherHousehold)/\(service).sqlite" }

    /// Where a service's shard is while it is displaced.
    func displacedShard(of service: String) -> String { shard(of: service) + ".kept" }

    /// The file that fills a service's disk.
    func filler(of service: String) -> String { "\(shards(of: service))/filler" }

    /// The directory of the household's downloaded files.
    var downloads: String { "\(shards(of: ServiceManifest.downloads.name))/\(Self.household)/downloads" }

    /// The services' configuration file.
    var configuration: String { "\(path)/hearth.yaml" }

    /// The household that the run creates.
    static let household = "home"
    /// A second one, whose shards replace those of the first one.
    static let otherHousehold = "other"

    var paths: ServicePaths { ServicePaths(runDirectory: run) }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
