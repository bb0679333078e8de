internal import CBOR
internal import RPC

extension Sys.SchemaAnswer {
    /// The answer of `sys.GetSchema` of a process with these methods.
    init(_ reflection: MethodReflection) {
        self.init(
            methods: reflection.methods.map(Sys.SchemaMethod.init), schema: reflection.schema,
            cddl: reflection.schema.cddl())
    }
}

extension Sys.SchemaMethod {
    fileprivate init(_ method: MethodReflection.Method) {
        let request = method.request
        self.init(
            name: request.fullMethod, request: method.input, response: method.response, safety: request.safety,
            timeoutMilliseconds: request.timeout == .unlimited ? 0 : request.timeout.wholeMilliseconds,
            access: Sys.SchemaAccess(request.access), fingerprint: method.fingerprint,
            shape: request.shape == .unary ? nil : request.shape.rawValue, requestItem: method.requestItem,
            responseItem: method.responseItem,
            criticality: request.criticality == .critical ? nil : request.criticality.rawValue)
    }
}
