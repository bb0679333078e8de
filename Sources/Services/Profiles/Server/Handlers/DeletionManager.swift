internal import Access
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Begins the deletion of a household, and takes it back.
struct DeletionManager: Sendable {
    private let households: Households
    private let erasure: HouseholdErasure
    private let runtime: any Runtime

    init(households: Households, erasure: HouseholdErasure, runtime: any Runtime) {
        (self.households, self.erasure, self.runtime) = (households, erasure, runtime)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.DeleteHousehold.self) { request, call in
            try await delete(request, call, for: call.viewer)
        }
        handlers.on(Profiles.KeepHousehold.self) { _, call in
            let viewer = try call.viewer
            return try await households.shard(for: viewer).write(onceIfKeyed: call, releasingBallast: true) { db in
                _ = try MemberRules.owner(viewer, in: try MemberRules.state(db))
                try HouseholdDeletionTable.cancel(db)
                return households.info(try MemberRules.state(db), id: viewer.household)
            }
        }
    }

    private func delete(
        _ request: Profiles.DeleteHousehold, _ call: ServerCall, for viewer: Viewer
    ) async throws -> HouseholdInfo {
        let now = runtime.wallTime.millisecondsSince1970
        let shard = try await households.shard(for: viewer)
        _ = try await shard.read { try MemberRules.owner(viewer, in: try MemberRules.state($0)) }
        try await households.pins.check(request.pin, in: shard)
        let info = try await shard.write(deadline: call.deadline, releasingBallast: true) { db in
            _ = try MemberRules.owner(viewer, in: try MemberRules.state(db))
            try HouseholdDeletionTable.begin(at: now, db)
            return households.info(try MemberRules.state(db), id: viewer.household)
        }
        erasure.note(viewer.household)
        return info
    }
}
