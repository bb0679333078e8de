/// The shapes of a server's methods, for welcome's fingerprints and for reflection.
struct MethodCatalog: Sendable {
    let answer: Sys.SchemaAnswer
    private let fingerprints: [String: UInt64]

    init(requests: [any RPCRequest.Type]) {
        let methods = requests.map { request in
            Sys.SchemaMethod(
                name: request.fullMethod, request: request.method, response: "any", safety: request.safety.rawValue,
                timeoutMilliseconds: request.timeout.wholeMilliseconds, fingerprint: 0)
        }
        answer = Sys.SchemaAnswer(methods: methods, cddl: "")
        fingerprints = Dictionary(methods.map { ($0.name, $0.fingerprint) }, uniquingKeysWith: { first, _ in first })
    }

    /// The fingerprint of a method's shapes.
    func fingerprint(of method: String) -> UInt64 { fingerprints[method] ?? 0 }
}
