import Access
import HearthModel
import RPC

/// A service with one method for each kind of caller.
enum GuardedService: RPCService {
    static let name = "test.Guarded"
    static let requests: [any RPCMethod.Type] = [
        ForAnyone.self, WithDetails.self, ForCallers.self, ForOwners.self, ForOperators.self, ForCatalog.self,
    ]

    struct CallerName: Codable, Sendable {
        var name: String
    }

    static var handlers: RPCHandlers<GuardedService> {
        var handlers = RPCHandlers<GuardedService>()
        handlers.on(ForAnyone.self) { _, _ in CallerName(name: "") }
        handlers.on(WithDetails.self) { _, call in CallerName(name: call.withholdsDetails ? "" : "details") }
        handlers.on(ForCallers.self) { _, call in CallerName(name: try call.viewer.subject) }
        handlers.on(ForOwners.self) { _, call in CallerName(name: try call.viewer.subject) }
        handlers.on(ForOperators.self) { _, call in CallerName(name: try call.viewer.subject) }
        handlers.on(ForCatalog.self) { _, call in CallerName(name: try call.viewer.subject) }
        return handlers
    }
}

extension GuardedService {
    struct ForAnyone: RPCRequest {
        typealias Service = GuardedService
        typealias Response = CallerName
        static let method = "ForAnyone"
        static let safety = CallSafety.readOnly
        static let access = CallAccess.anyone
    }

    struct WithDetails: RPCRequest {
        typealias Service = GuardedService
        typealias Response = CallerName
        static let method = "WithDetails"
        static let safety = CallSafety.readOnly
        static let access = CallAccess.anyone.withDetails(for: CallAccess.operatorRole)
    }

    struct ForCallers: RPCRequest {
        typealias Service = GuardedService
        typealias Response = CallerName
        static let method = "ForCallers"
        static let safety = CallSafety.readOnly
    }

    struct ForOwners: RPCRequest {
        typealias Service = GuardedService
        typealias Response = CallerName
        static let method = "ForOwners"
        static let safety = CallSafety.readOnly
        static let access = CallAccess.roles("owner")
    }

    struct ForOperators: RPCRequest {
        typealias Service = GuardedService
        typealias Response = CallerName
        static let method = "ForOperators"
        static let safety = CallSafety.readOnly
        static let access = CallAccess.roles(CallAccess.operatorRole)
    }

    struct ForCatalog: RPCRequest {
        typealias Service = GuardedService
        typealias Response = CallerName
        static let method = "ForCatalog"
        static let safety = CallSafety.readOnly
        static let access = CallAccess.roles("owner").orServices("catalog")
    }
}
