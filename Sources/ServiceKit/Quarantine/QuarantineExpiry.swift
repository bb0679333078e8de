internal import RPC
internal import ServiceLifecycle

/// Counts the time for which things have been in quarantine, and has them erased at its end.
struct QuarantineExpiry: Service {
    let desk: QuarantineController

    /// How often the time is counted. What passed since the last count when the service ends is not: things are kept longer
    /// rather than shorter.
    static let interval = Duration.seconds(600)

    func run() async throws {
        let runtime = desk.shards.runtime
        await runtime.untilShutdown {
            var last = runtime.now
            while true {
                do { try await runtime.sleep(for: Self.interval) } catch { return }
                let now = runtime.now
                await desk.passOver(after: last.duration(to: now).components.seconds)
                last = now
            }
        }
    }
}
