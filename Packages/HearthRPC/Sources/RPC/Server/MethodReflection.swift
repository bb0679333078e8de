internal import Basics
public import CBOR
internal import Synchronization

/// The schemas of a set of methods, derived from their types: for the welcome's fingerprints, for reflection and for
/// the schema files.
public struct MethodReflection: Sendable {
    /// A method with the shapes of its messages.
    public struct Method: Sendable {
        /// Its request type, which declares everything else.
        public let request: any RPCMethod.Type
        /// The shape of its request.
        public let input: Schema.Shape
        /// The shape of its answer; nil for a stream that ends without one.
        public let response: Schema.Shape?
        /// The shape of the client's items.
        public let requestItem: Schema.Shape?
        /// The shape of the server's items.
        public let responseItem: Schema.Shape?
        /// The fingerprint of all its shapes.
        public let fingerprint: UInt64
    }

    /// Every method.
    public let methods: [Method]
    /// The shapes of their messages.
    public let schema: Schema
    /// Where a type leaves the type system that other languages can read; empty for a valid contract.
    public let violations: [String]
    private let fingerprints: [String: UInt64]

    /// Derives the schemas of methods.
    public init(requests: [any RPCMethod.Type]) {
        let types = requests.flatMap { Self.types(of: $0) }
        let recording = SchemaRecorder.record(types)
        var index = 0
        func next() -> Schema.Shape {
            defer { index += 1 }
            return recording.shapes[index]
        }
        methods = requests.map { request in
            let messages = request.messages
            let input = next()
            let output = messages.response.map { _ in next() }
            let requestItem = messages.requestItem.map { _ in next() }
            let responseItem = messages.responseItem.map { _ in next() }
            let all = [input, output, requestItem, responseItem].compactMap(\.self)
            return Method(
                request: request, input: input, response: output, requestItem: requestItem, responseItem: responseItem,
                fingerprint: Self.fingerprint(of: all, in: recording.schema))
        }
        (schema, violations) = (recording.schema, recording.violations)
        fingerprints = Dictionary(
            methods.map { ($0.request.fullMethod, $0.fingerprint) }, uniquingKeysWith: { first, _ in first })
    }

    /// Reflections made in this process, by their methods: types do not change.
    private static let made = Mutex<[[ObjectIdentifier]: MethodReflection]>([:])

    /// The schemas of methods, derived once in a process: a server that is restarted in the process reuses them.
    static func remembered(for requests: [any RPCMethod.Type]) -> MethodReflection {
        let key = requests.map { ObjectIdentifier($0) }
        if let known = made.withLock({ $0[key] }) { return known }
        let catalog = MethodReflection(requests: requests)
        made.withLock { $0[key] = catalog }
        return catalog
    }

    /// The fingerprint of a method's schema; 0 for an unknown method.
    public func fingerprint(of method: String) -> UInt64 { fingerprints[method] ?? 0 }

    /// The types of a method in the order of their shapes: request, answer, the client's items, the server's.
    private static func types(of request: any RPCMethod.Type) -> [any Decodable.Type] {
        let messages = request.messages
        let others = [messages.response, messages.requestItem, messages.responseItem].compactMap(\.self)
        return [request as any Decodable.Type] + others.map { $0 as any Decodable.Type }
    }

    /// One fingerprint for all shapes of a method. A shape that cannot be encoded has none, which never counts as a
    /// match.
    private static func fingerprint(of shapes: [Schema.Shape], in schema: Schema) -> UInt64 {
        let parts = shapes.map { (try? schema.fingerprint(of: $0)) ?? 0 }
        return FNV1a.hash(parts.flatMap { part in (0..<8).map { UInt8(truncatingIfNeeded: part >> (8 * $0)) } })
    }
}
