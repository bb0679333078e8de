internal import Logging
internal import RPC
internal import RPCZeroMQ
internal import ZeroMQ

/// Watches the files of a running server's CURVE keys and clients, so that both change without a restart.
struct CurveKeyWatcher: Sendable {
    let store: CurveStore
    let service: String
    let endpoint: ZeroMQEndpoint
    let health: HealthRegistry
    let logger: Logger
    /// The polling interval of the files.
    var pause = Duration.seconds(2)

    /// The name of the health component.
    private static let part = "curve"

    /// Polls the files until the task is cancelled.
    ///
    /// - Parameter began: the security configuration at the server's start.
    func run(_ transport: ZeroMQServerTransport, began: ZeroMQServerSecurity) async {
        var (current, seen, problem) = (began, began, "")
        while (try? await store.runtime.sleep(for: pause)) != nil {
            do {
                guard let new = try store.security(of: service, at: endpoint) else {
                    throw CurveStoreError.noKey(service, directory: store.directory)
                }
                // Two equal reads: an editor may have truncated a file that it is about to write.
                let isWhole = new.clients == seen.clients
                seen = new
                if isWhole { try await follow(new, transport, &current) }
                if !problem.isEmpty { health.set(Self.part, .serving) }
                problem = ""
            } catch {
                guard problem != "\(error)" else { continue }
                problem = "\(error)"
                // The previous keys and clients stay in force: a broken file neither locks clients out nor lets any in.
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
            logger.notice("The list of allowed clients has changed.", metadata: ["clients": "\(names)"])
        }
        if new.keys.publicKey != current.keys.publicKey {
            try await transport.setKeys(new.keys)
            current.keys = new.keys
            logger.notice("New connections use the next CURVE key.", metadata: ["server": "\(new.keys.publicKey)"])
        }
    }
}
