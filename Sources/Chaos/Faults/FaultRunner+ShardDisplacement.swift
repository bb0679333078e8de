internal import ChaosHistory
internal import Foundation
internal import RPC
internal import ServiceKit

/// The replacement of a displaced shard.
enum ShardDisplacement: String, CaseIterable {
    /// No file.
    case lost
    /// An empty file.
    case emptied
    /// The shard of another household.
    case other
    /// The service's own shard, written by a later version.
    case newer
}

// Shards displaced for a while, as when a volume is not mounted or a wrong copy was restored.
extension FaultRunner {
    /// The files of a shard that contain its data. Other files beside it stay.
    private static let dataSuffixes = ["", "-wal", "-shm"]

    /// Runs a service without its shard for a while, and puts the shard back. The service must create nothing in its
    /// place.
    ///
    /// - Throws: ``FaultSkipped``; `CocoaError`.
    func mislay(_ fault: PlannedFault, for span: Duration) async throws -> String {
        guard let service = fault.targets.first else { throw FaultSkipped("it names no service") }
        guard beginDisplacement(of: service) else {
            throw FaultSkipped("the shard of \(service) is displaced already")
        }
        defer { endDisplacement(of: service) }
        let shard = cluster.directory.shard(of: service)
        guard FileManager.default.fileExists(atPath: shard) else { throw FaultSkipped("\(service) has no shard") }
        var how = ShardDisplacement.allCases[fault.number % ShardDisplacement.allCases.count]
        if how == .other, !FileManager.default.fileExists(atPath: cluster.directory.otherShard(of: service)) {
            how = .lost
        }
        let kept = cluster.directory.displacedShard(of: service)
        var before: Data?
        try await whileDown([service]) {
            try Self.move(shard, to: kept)
            switch how {
            case .lost: break
            case .emptied: try Data().write(to: URL(filePath: shard))
            case .other: try await ShardCopy.copy(cluster.directory.otherShard(of: service), to: shard)
            case .newer: try await ShardCopy.copyAsNewer(kept, to: shard)
            }
            before = FileManager.default.contents(atPath: shard)
        }
        // Also when the run is cancelled: the shard is put back.
        try? await runtime.sleep(for: span)
        try await whileDown([service]) {
            if FileManager.default.contents(atPath: shard) != before { noteMade(by: service, how) }
            for suffix in Self.dataSuffixes { try? FileManager.default.removeItem(atPath: shard + suffix) }
            try Self.move(kept, to: shard)
        }
        return how.rawValue
    }

    private static func move(_ shard: String, to path: String) throws {
        for suffix in dataSuffixes where FileManager.default.fileExists(atPath: shard + suffix) {
            try FileManager.default.moveItem(atPath: shard + suffix, toPath: path + suffix)
        }
    }

    private func noteMade(by service: String, _ how: ShardDisplacement) {
        let sentence = "\(service) created or changed files in the place of its shard, which was \(how.rawValue)"
        noteMade(Violation(checker: "absence", kind: "made", object: service, sentence: sentence, operations: []))
    }
}
