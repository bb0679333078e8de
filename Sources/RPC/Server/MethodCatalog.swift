internal import CBOR

/// The shapes of a set of methods, read off their types: for welcome's fingerprints, for reflection and for the schema
/// files.
public struct MethodCatalog: Sendable {
    /// Every method with its shapes, as `sys.GetSchema` answers.
    public let answer: Sys.SchemaAnswer
    /// Where a type leaves the vocabulary that other languages can read; empty for a sound contract.
    public let violations: [String]
    private let fingerprints: [String: UInt64]

    /// Reads the shapes of methods.
    public init(requests: [any RPCRequest.Type]) {
        let types = requests.flatMap { [$0 as any Decodable.Type, Self.response(of: $0)] }
        let recording = SchemaRecorder.record(types)
        let methods = requests.enumerated().map { index, request in
            let (input, output) = (recording.shapes[2 * index], recording.shapes[2 * index + 1])
            return Sys.SchemaMethod(
                name: request.fullMethod, request: input, response: output, safety: request.safety,
                timeoutMilliseconds: request.timeout.wholeMilliseconds, access: Sys.SchemaAccess(request.access),
                fingerprint: Self.fingerprint(of: [input, output], in: recording.schema))
        }
        answer = Sys.SchemaAnswer(methods: methods, schema: recording.schema, cddl: recording.schema.cddl())
        violations = recording.violations
        fingerprints = Dictionary(methods.map { ($0.name, $0.fingerprint) }, uniquingKeysWith: { first, _ in first })
    }

    /// The fingerprint of a method's shapes; 0 for one that is not among them.
    public func fingerprint(of method: String) -> UInt64 { fingerprints[method] ?? 0 }

    private static func response<Request: RPCRequest>(of type: Request.Type) -> any Decodable.Type {
        Request.Response.self
    }

    /// One number for both shapes. A shape that cannot be encoded has none, which no check takes for a match.
    private static func fingerprint(of shapes: [Schema.Shape], in schema: Schema) -> UInt64 {
        let parts = shapes.map { (try? schema.fingerprint(of: $0)) ?? 0 }
        return FNV1a.hash(parts.flatMap { part in (0..<8).map { UInt8(truncatingIfNeeded: part >> (8 * $0)) } })
    }
}
