internal import Access
internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Lists, renames, disables and signs out devices.
struct DeviceManager: Sendable {
    private let households: Households

    init(households: Households) { self.households = households }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.ListDevices.self) { _, call in try await list(for: call.viewer) }
        handlers.on(Profiles.RenameDevice.self) { request, call in
            let name = try NameRules.checked(request.name, field: "name")
            return try await change(request.device, call) { $0.description.name = name }
        }
        handlers.on(Profiles.DisableDevice.self) { request, call in
            try await change(request.device, call, endsTokens: true) { $0.isDisabled = true }
        }
        handlers.on(Profiles.EnableDevice.self) { request, call in
            try await change(request.device, call) { $0.isDisabled = false }
        }
        handlers.on(Profiles.RevokeDevice.self) { request, call in try await revoke(request.device, call) }
        handlers.on(Profiles.SignOutEverywhere.self) { request, call in
            try await signOutEverywhere(request.member, call)
        }
    }

    private func list(for viewer: Viewer) async throws -> DeviceList {
        try await households.shard(for: viewer).read { db in
            let devices = try DeviceTable.all(db).filter { DeviceRules.mayManage($0, viewer) }
            return DeviceList(devices: devices.map { Device($0, for: viewer) }, limit: Int32(ProfilesLimits.devices))
        }
    }

    /// Changes a device of the caller's.
    ///
    /// - Parameter endsTokens: whether earlier access tokens are refused from now on.
    private func change(
        _ id: String, _ call: ServerCall, endsTokens: Bool = false,
        _ body: @escaping @Sendable (inout DeviceRow) -> Void
    ) async throws -> Device {
        let viewer = try call.viewer
        let shard = try await households.shard(for: viewer)
        let changed = try await shard.write(onceIfKeyed: call) { db in
            guard var device = try DeviceTable.find(id, db), DeviceRules.mayManage(device, viewer) else {
                throw ProfilesError.unknownDevice
            }
            body(&device)
            try DeviceTable.put(device, db)
            if endsTokens { try DeviceRules.endAccessTokens(shard, db) }
            return Device(device, for: viewer)
        }
        if endsTokens { try await households.endOutdatedTokens(in: shard, of: viewer.household) }
        return changed
    }

    /// Signs a device out and removes it.
    ///
    /// - Parameter id: nil for the calling one.
    private func revoke(_ id: String?, _ call: ServerCall) async throws -> Empty {
        let viewer = try call.viewer
        guard let id = id ?? viewer.device else { throw ProfilesError.unknownDevice }
        let shard = try await households.shard(for: viewer)
        let done = try await shard.write(onceIfKeyed: call, releasingBallast: true) { db in
            guard let device = try DeviceTable.find(id, db),
                device.id == viewer.device || DeviceRules.mayManage(device, viewer)
            else { throw ProfilesError.unknownDevice }
            try DeviceTable.remove(id, db)
            try DeviceRules.endAccessTokens(shard, db)
            return Empty()
        }
        try await households.endOutdatedTokens(in: shard, of: viewer.household)
        return done
    }

    private func signOutEverywhere(_ member: String?, _ call: ServerCall) async throws -> SignedOutDevices {
        let viewer = try call.viewer
        let shard = try await households.shard(for: viewer)
        let member = member ?? viewer.subject
        let outcome = try await shard.write(onceIfKeyed: call, releasingBallast: true) { db in
            guard let state = try HouseholdTable.state(db) else { throw ProfilesError.profileGone }
            guard member == viewer.subject || viewer.role == .owner else { throw ProfilesError.notYours(member) }
            guard state.member(member) != nil else {
                throw member == viewer.subject ? ProfilesError.profileGone : .unknownProfile(member)
            }
            let count = try DeviceTable.removeAll(of: member, db)
            if count > 0 { try DeviceRules.endAccessTokens(shard, db) }
            return SignedOutDevices(count: Int32(clamping: count))
        }
        try await households.endOutdatedTokens(in: shard, of: viewer.household)
        return outcome
    }
}
