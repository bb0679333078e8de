import RPC

/// Sees calls that are let in although their deadline has passed: nothing runs late.
struct LateCallDetector: ServerInterceptor {
    let service: String
    let runtime: any Runtime
    /// Is told of each.
    let report: @Sendable (_ service: String, _ method: String) -> Void

    func admit(_ call: inout ServerCall) -> Admission {
        if call.deadline < runtime.now { report(service, call.method.name) }
        return .pass
    }
}
