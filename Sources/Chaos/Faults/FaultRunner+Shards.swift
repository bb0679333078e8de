internal import Foundation
internal import Glibc
internal import RPC
internal import ServiceKit
internal import Synchronization

/// What was kept of a shard for later.
struct SavedShard: Sendable {
    /// The copy: a file, or for a rollback a folder.
    let path: String
    /// When it was begun, in nanoseconds of the runtime's clock.
    let begun: Int64
}

// Shards that are put back from copies, as an operator does; and what no operator should do.
extension FaultRunner {
    /// Makes the copies that a fault needs, each at its own moment.
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
                // A service that is down just now; the fault says that it has no copy.
                continue
            }
        }
        return copies
    }

    /// All services of the fault go down, get their copies, and come back.
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
        state.withLock { state in
            for (service, copy) in copies {
                state.restores.append(RestoredShard(service: service, copied: copy.begun, restored: restored))
            }
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

    /// The shard and what lies beside it, as it is on the disk.
    private static let suffixes = ["", "-wal", "-shm", ".opening"]

    /// Keeps the files of a shard as they are, with the mark that tells a copy from the original.
    private func keepFiles(of service: String, in folder: String) async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let shard = cluster.directory.shard(of: service)
        try await whileDown([service]) {
            for suffix in Self.suffixes where FileManager.default.fileExists(atPath: shard + suffix) {
                try FileManager.default.copyItem(atPath: shard + suffix, toPath: "\(folder)/shard\(suffix)")
            }
        }
    }

    /// Puts an older state back with its mark: nobody can tell, and nothing is excused.
    func rollBack(_ fault: PlannedFault, _ copies: [String: SavedShard]) async throws {
        guard let service = fault.targets.first, let copy = copies[service] else { throw FaultSkipped("there was no copy") }
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

    /// Deletes a shard with everything that tells that it was there: its service makes a new one, and cannot know better.
    func lose(_ service: String) async throws {
        let shard = cluster.directory.shard(of: service)
        try await whileDown([service]) {
            for suffix in Self.suffixes + [".ballast"] { unlink(shard + suffix) }
            unlink(cluster.directory.note(of: service))
        }
    }
}
