internal import Access
internal import Logging
internal import RPC
internal import ServiceLifecycle

/// Has a running service notice that a key of tokens was taken away or has retired: open streams whose tokens do not hold
/// any more end, and calls with them are refused, after ``AccessLimits/keyCheckInterval`` at most.
struct KeyWatcher: Service {
    let verifier: TokenVerifier
    let openStreams: OpenStreams
    let runtime: any Runtime
    let logger: Logger

    func run() async throws {
        await runtime.untilShutdown {
            while (try? await runtime.sleep(for: AccessLimits.keyCheckInterval)) != nil { check() }
        }
    }

    /// Looks once.
    func check() {
        guard verifier.refresh() else { return }
        logger.notice("A key of tokens was taken away or has retired; streams of its tokens end.")
        openStreams.recheck()
    }
}
