internal import Access
internal import Logging
internal import RPC

extension TokenVerifier {
    /// A verifier that reads a key directory, and logs which of its files cannot be used, and why: the file's name,
    /// never its content. Each problem is logged once, since any caller can cause the directory to be read repeatedly
    /// with tokens of unknown keys.
    convenience init(store: KeyStore, runtime: any Runtime, logger: Logger) {
        let logged = OnceFilter<KeyFileError>()
        self.init(store: store, runtime: runtime) { problem in
            guard logged.isNew(problem) else { return }
            logger.warning("A key file cannot be used.", metadata: ["problem": "\(problem)"])
        }
    }
}
