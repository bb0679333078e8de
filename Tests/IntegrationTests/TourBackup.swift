import HearthModel
import RPC

extension AllMethodsScenario {
    /// A copy of a shard, up to its end.
    func backup() async throws {
        try await readUnlessAbsent(Backup.CopyShard()) { $0.end != nil }
    }
}
