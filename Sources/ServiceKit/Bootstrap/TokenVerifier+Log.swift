internal import Access
internal import Logging
internal import RPC

extension TokenVerifier {
    /// A verifier that reads a key directory, and says in the log which of its files cannot be used, and why: the file's
    /// name, never its content. Each problem is told once, since anybody can have the directory read again and again by
    /// tokens with unknown keys.
    convenience init(store: KeyStore, runtime: any Runtime, logger: Logger) {
        let told = OnceFilter<KeyFileError>()
        self.init(store: store, runtime: runtime) { problem in
            guard told.isNew(problem) else { return }
            logger.warning("A key file cannot be used.", metadata: ["problem": "\(problem)"])
        }
    }
}
