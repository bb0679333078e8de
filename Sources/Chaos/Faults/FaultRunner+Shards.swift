internal import Foundation
internal import Glibc
internal import RPC
internal import ServiceKit

/// A saved copy of a shard.
struct SavedShard: Sendable {
    /// The copy: a file, or for a rollback a folder.
    let path: String
    /// When the copy began, in nanoseconds of the runtime's clock.
    let begun: Int64
}

// Restores shards from copies, as an operator does; and sabotages them, as no operator should.
extension FaultRunner {
    /// Makes the copies that a fault needs, each at its own time.
    func takeCopies(for fault: PlannedFault) async throws -> [String: SavedShard] {
        guard let ages = fault.agesMilliseconds else { return [:] }
        var copies: [String: SavedShard] = [:]
        for (service, age) in ages.sorted(by: { ($0.value, $0.key) > ($1.value, $1.key) }) {
            try await runtime.sleep(until: instant(fault.atMilliseconds - age))
            let path = "\(cluster.directory.copies)/\(fault.number)-\(service)"
            let begun = Int64(clamping: runtime.now.nanoseconds)
            do {
                if fault.kind == .rollback {
                    try await keepFiles(of: service, in: path)
                } else {
                    try await ShardCopy.copy(cluster.directory.shard(of: service), to: path)
                }
                copies[service] = SavedShard(path: path, begun: begun)
            } catch let error where !(error is CancellationError) {
                // The service is down now; the fault then reports that it has no copy.
                continue
            }
        }
        return copies
    }

    /// Stops all services of the fault, restores their copies, and starts them again.
    func restore(_ fault: PlannedFault, _ copies: [String: SavedShard]) async throws {
        guard copies.count == fault.targets.count else {
            let missing = fault.targets.filter { copies[$0] == nil }
            throw FaultSkipped("no copy of \(missing.joined(separator: ", ")) could be made")
        }
        try await whileDown(fault.targets) {
            for (service, copy) in copies {
                try await ShardCopy.restore(copy.path, to: cluster.directory.shard(of: service))
            }
        }
        let restored = Int64(clamping: runtime.now.nanoseconds)
        for (service, copy) in copies {
            note(RestoredShard(service: service, copied: copy.begun, restored: restored))
        }
    }

    func whileDown(_ services: [String], _ body: () async throws -> Void) async throws {
        defer {
            for service in services {
                hit(service, at: runtime.now)
                cluster.bringUp(service)
            }
        }
        for service in services { hit(service, at: runtime.now) }
        for service in services { try await cluster.takeDown(service) }
        try await body()
    }

    // MARK: Sabotage

    /// The files of a shard and those beside it, on disk.
    private static let suffixes = ["", "-wal", "-shm", ".opening"]

    /// Saves the files of a shard unchanged, including the mark that distinguishes the original from a copy.
    private func keepFiles(of service: String, in folder: String) async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let shard = cluster.directory.shard(of: service)
        try await whileDown([service]) {
            for suffix in Self.suffixes where FileManager.default.fileExists(atPath: shard + suffix) {
                try FileManager.default.copyItem(atPath: shard + suffix, toPath: "\(folder)/shard\(suffix)")
            }
        }
    }

    /// Restores an older state with its mark: the service cannot detect it, and the checks excuse nothing.
    func rollBack(_ fault: PlannedFault, _ copies: [String: SavedShard]) async throws {
        guard let service = fault.targets.first, let copy = copies[service] else {
            throw FaultSkipped("there was no copy")
        }
        let shard = cluster.directory.shard(of: service)
        try await whileDown([service]) {
            for suffix in Self.suffixes {
                unlink(shard + suffix)
                let kept = "\(copy.path)/shard\(suffix)"
                guard FileManager.default.fileExists(atPath: kept) else { continue }
                try FileManager.default.copyItem(atPath: kept, toPath: shard + suffix)
            }
        }
    }

    /// Deletes a shard with all records of it: the service creates a new one, and cannot know better.
    func lose(_ service: String) async throws {
        let shard = cluster.directory.shard(of: service)
        try await whileDown([service]) {
            for suffix in Self.suffixes + [".ballast"] { unlink(shard + suffix) }
            unlink(cluster.directory.note(of: service))
        }
    }
}
