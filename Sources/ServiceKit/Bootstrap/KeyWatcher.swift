internal import Access
internal import Logging
internal import RPC
internal import ServiceLifecycle

/// Enforces revocation in a running service: when a token key is revoked or retires, open streams with tokens of that
/// key end, and calls with them are rejected, after ``AccessLimits/keyCheckInterval`` at most.
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

    /// Checks the keys once.
    func check() {
        guard verifier.refresh() else { return }
        logger.notice("A token key was revoked or has retired; streams with its tokens end.")
        openStreams.recheck()
    }
}
