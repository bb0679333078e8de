import RPC
import Synchronization

/// Counts what happens to calls of ``Wire``, by the names that they carry.
final class WireLog: Sendable {
    private let seen = Mutex<[String: Wire.Seen]>([:])

    subscript(name: String) -> Wire.Seen { seen.withLock { $0[name] ?? Wire.Seen() } }

    func begun(_ name: String) { change(name) { $0.begun += 1 } }

    /// Runs a handler, and notes why it could not go on.
    func watch<Value>(_ name: String, _ body: () async throws -> Value) async throws -> Value {
        begun(name)
        do {
            return try await body()
        } catch {
            change(name) { seen in
                seen.cancelled += 1
                seen.problem = (error as? RPCError)?.code.description
            }
            throw error
        }
    }

    private func change(_ name: String, _ body: (inout Wire.Seen) -> Void) {
        seen.withLock { body(&$0[name, default: Wire.Seen()]) }
    }
}
