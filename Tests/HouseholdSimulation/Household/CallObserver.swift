import RPC

/// Sees every call that a service takes in, as its server does.
struct CallObserver: ServerInterceptor {
    // Unchecked for the compiler alone: called on the simulation's thread.
    nonisolated(unsafe) let onCall: (ServerCall) -> Void

    init(_ onCall: @escaping (ServerCall) -> Void) { self.onCall = onCall }

    func admit(_ call: inout ServerCall) -> Admission {
        onCall(call)
        return .pass
    }
}
