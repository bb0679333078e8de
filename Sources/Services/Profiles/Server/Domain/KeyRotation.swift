internal import Access
internal import Logging
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle
internal import Synchronization

/// Signs with the key of the key directory, which it replaces when it is old, and which `hearth keys rotate` replaces at any
/// time.
///
/// A new key is used from the second check on that finds it: by then every service has read the public half, which is
/// published first, so that no token is refused for being signed by a key that a service does not know yet.
final class KeyRotation: Service {
    private let keys: KeyStore
    private let signer: TokenSigner
    private let age: Duration
    private let runtime: any Runtime
    private let logger: Logger
    private let state = Mutex(State())

    private struct State {
        /// The new key that the last check found.
        var found: String?
        /// The last problem that was logged.
        var problem: String?
    }

    /// - Parameter age: how old a key becomes.
    init(keys: KeyStore, signer: TokenSigner, age: Duration, runtime: any Runtime, logger: Logger) {
        (self.keys, self.signer, self.age, self.runtime, self.logger) = (keys, signer, age, runtime, logger)
    }

    func run() async throws {
        await runtime.untilShutdown { [self] in
            while (try? await runtime.sleep(for: ProfilesLimits.keyCheckInterval)) != nil { check() }
        }
    }

    /// Checks the key once.
    func check() {
        do throws(KeyFileError) {
            let key = try keys.peopleKey(notOlderThan: age)
            let id = key.publicKey.id
            let isNew = id != signer.publicKey.id
            let isKnown = state.withLock { state in
                defer { (state.found, state.problem) = (isNew ? id : nil, nil) }
                return state.found == id
            }
            guard isNew, isKnown else { return }
            signer.use(key)
            logger.notice("People's tokens are signed with another key.", metadata: ["key": "\(id)"])
        } catch {
            // The key at hand still signs. Logged once, and not every minute.
            let isRepeated = state.withLock { state in
                defer { state.problem = error.description }
                return state.problem == error.description
            }
            guard !isRepeated else { return }
            logger.error("The signing key cannot be read or replaced.", metadata: ["error": "\(error)"])
        }
    }
}
