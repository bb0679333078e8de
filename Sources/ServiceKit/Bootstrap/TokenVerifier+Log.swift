internal import Access
internal import Logging
internal import RPC
internal import Synchronization

extension TokenVerifier {
    /// A verifier that reads a key directory, and says in the log which of its files cannot be used, and why: the file's
    /// name, never its content. Each problem is told once, since anybody can have the directory read again and again by
    /// tokens with unknown keys.
    convenience init(store: KeyStore, runtime: any Runtime, logger: Logger) {
        let told = Told()
        self.init(store: store, runtime: runtime) { problem in
            guard told.isNew(problem) else { return }
            logger.warning("A key file cannot be used.", metadata: ["problem": "\(problem)"])
        }
    }

    /// The problems that are in the log.
    private final class Told: Sendable {
        private let problems = Mutex<Set<KeyFileError>>([])
        /// Further problems are not told: no healthy directory has so many.
        private static let maximumCount = 100

        func isNew(_ problem: KeyFileError) -> Bool {
            problems.withLock { $0.count < Self.maximumCount && $0.insert(problem).inserted }
        }
    }
}
