internal import RPC
internal import ServiceLifecycle

/// Counts the time that entries have been in quarantine, and has expired ones erased.
struct QuarantineExpiry: Service {
    let controller: QuarantineController

    /// The interval of the count. Time since the last count is lost when the service ends: entries are kept longer
    /// rather than shorter.
    static let interval = Duration.seconds(600)

    func run() async throws {
        let runtime = controller.shards.runtime
        await runtime.untilShutdown {
            var last = runtime.now
            while true {
                do { try await runtime.sleep(for: Self.interval) } catch { return }
                let now = runtime.now
                await controller.passOver(after: last.duration(to: now).components.seconds)
                last = now
            }
        }
    }
}
