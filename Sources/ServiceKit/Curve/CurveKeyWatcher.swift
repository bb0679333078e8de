internal import Logging
internal import RPC
internal import RPCZeroMQ
internal import ZeroMQ

/// Has a running server follow the files of its CURVE keys and clients, so that both change without a restart.
struct CurveKeyWatcher: Sendable {
    let store: CurveStore
    let service: String
    let endpoint: ZeroMQEndpoint
    let health: HealthRegistry
    let logger: Logger
    /// How long to wait before the files are read again.
    var pause = Duration.seconds(2)

    /// The name of its part of the health.
    private static let part = "curve"

    /// Looks again and again, until the task is cancelled.
    ///
    /// - Parameter began: what the server was started with.
    func run(_ transport: ZeroMQServerTransport, began: ZeroMQServerSecurity) async {
        var (current, seen, problem) = (began, began, "")
        while (try? await store.runtime.sleep(for: pause)) != nil {
            do {
                guard let new = try store.security(of: service, at: endpoint) else {
                    throw CurveStoreError.noKey(service, directory: store.directory)
                }
                // Twice the same: an editor may have emptied a file that it is about to write.
                let isWhole = new.clients == seen.clients
                seen = new
                if isWhole { try await follow(new, transport, &current) }
                if !problem.isEmpty { health.set(Self.part, .serving) }
                problem = ""
            } catch {
                guard problem != "\(error)" else { continue }
                problem = "\(error)"
                // What counted until now does so on: who breaks a file locks nobody out, and lets nobody in.
                health.set(Self.part, .degraded, reason: problem)
                logger.warning("The CURVE files cannot be used; nothing changes.", metadata: ["problem": "\(error)"])
            }
        }
    }

    private func follow(
        _ new: ZeroMQServerSecurity, _ transport: ZeroMQServerTransport, _ current: inout ZeroMQServerSecurity
    ) async throws {
        if new.clients != current.clients {
            try await transport.setClients(new.clients)
            current.clients = new.clients
            let names = new.clients.values.sorted().joined(separator: ", ")
            logger.notice("Other clients may connect.", metadata: ["clients": "\(names)"])
        }
        if new.keys.publicKey != current.keys.publicKey {
            try await transport.setKeys(new.keys)
            current.keys = new.keys
            logger.notice("New connections use the next CURVE key.", metadata: ["server": "\(new.keys.publicKey)"])
        }
    }
}
