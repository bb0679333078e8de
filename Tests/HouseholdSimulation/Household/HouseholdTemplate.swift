import Foundation
import RPC
import Synchronization
import TestSupport

/// A household that was founded once in this process: runs begin with a copy of its shards, which costs a tenth of founding
/// another. It is the same in every process, as it comes from a simulation of a seed of its own.
final class HouseholdTemplate: Sendable {
    let directory: TemporaryDirectory
    let facts: HouseholdSeed

    private static let seed: UInt64 = 0x0f0d
    private static let first = Mutex<HouseholdTemplate?>(nil)

    private init(_ directory: TemporaryDirectory, _ facts: HouseholdSeed) {
        (self.directory, self.facts) = (directory, facts)
    }

    /// The household; founded when it is first asked for, on the calling thread.
    ///
    /// - Throws: why it could not be founded.
    static func shared() throws -> HouseholdTemplate {
        try first.withLock { first in
            if let first { return first }
            let made = try make()
            first = made
            return made
        }
    }

    private static func make() throws -> HouseholdTemplate {
        let simulation = Simulation(seed: seed)
        let household = try SimulatedHousehold(simulation: simulation)
        let result = Held()
        let ended = simulation.run {
            do { result.facts = .success(try await household.found()) } catch { result.facts = .failure(error) }
            await household.end()
        }
        guard ended, let facts = result.facts else {
            throw RPCError(.internal, "Founding the household does not end.")
        }
        return try HouseholdTemplate(household.directory, facts.get())
    }

    /// Copies a service's shard to where its copy lives.
    func copyShard(of service: String, to disk: String) throws {
        let from = directory.path("\(service)/\(SimulatedHousehold.household)")
        let to = "\(disk)/\(SimulatedHousehold.household)"
        try FileManager.default.createDirectory(
            atPath: to, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        for suffix in ["", ".opening"] {
            let name = "/\(service).sqlite\(suffix)"
            // A service that was asked for nothing yet has no shard.
            guard FileManager.default.fileExists(atPath: from + name) else { continue }
            try FileManager.default.copyItem(atPath: from + name, toPath: to + name)
        }
    }

    /// Copies the data directory: the keys, and what is noted of the household and its shards.
    func copyData(to other: TemporaryDirectory) throws {
        try FileManager.default.copyItem(atPath: directory.path("data"), toPath: other.path("data"))
    }

    // Unchecked: touched by the simulation's thread alone.
    private final class Held: @unchecked Sendable { var facts: Result<HouseholdSeed, any Error>? }
}
