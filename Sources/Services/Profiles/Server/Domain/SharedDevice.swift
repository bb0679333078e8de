internal import Foundation
internal import HearthModel
internal import RPC

/// What a sign-in says of the device: whether it is shared, and when a person was last active at it.
struct SharedDevice: Sendable {
    /// In seconds since 1970; nil for now.
    let lastActive: Int64?

    /// - Returns: nil for a device that is not shared.
    init?(isShared: Bool?, lastActive: Date? = nil) {
        guard isShared == true else { return nil }
        let seconds = lastActive?.timeIntervalSince1970
        self.lastActive = seconds.flatMap { $0.isFinite && abs($0) < 1e12 ? Int64($0) : nil }
    }

    /// When a session of an adult profile that is issued now relocks, in seconds since 1970; nil for never.
    ///
    /// - Throws: UNAUTHENTICATED with ``HearthModel/Relocked`` when that time has passed since the last activity.
    func relocks(in state: HouseholdState, at now: Int64) throws(RPCError) -> Int64? {
        guard let settings = state.relock else { return nil }
        // A device cannot have been active later than now.
        let active = min(lastActive ?? now, now)
        guard let time = RelockRules.time(after: active, settings, timeZone: state.household.timeZone) else {
            return nil
        }
        guard time > now else { throw .relocked(at: time) }
        return time
    }
}
