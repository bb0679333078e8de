internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC

/// A device that signs in without a pairing, with what its tokens are derived from.
struct NewDevice: Sendable {
    private let id: String
    private let code: DeviceCode
    private let nonce: [UInt8]
    private let description: DeviceDescription

    /// - Throws: INVALID_ARGUMENT for what cannot be a device.
    init(_ description: DeviceDescription, of household: String, _ runtime: any Runtime) throws {
        self.description = try DeviceRules.checked(description)
        // As with a pairing, of which this is the device code: the tokens are derived from it.
        code = DeviceCode(household: household, secret: runtime.randomBytes(DeviceCode.secretBytes))
        (id, nonce) = (RandomID.make(runtime), runtime.randomBytes(RefreshFamily.nonceBytes))
    }

    /// Stores the device as one of a member, with the member's own profile.
    ///
    /// - Parameters:
    ///   - now: civil time, in milliseconds since 1970.
    ///   - state: the household with the member.
    /// - Throws: ``ProfilesError``: too many devices, a disabled member, a profile that is gone.
    func signIn(
        as member: MemberRow, in state: HouseholdState, at now: Int64, by clock: RotationClock, _ db: Database
    ) throws -> DeviceGrant {
        guard let profile = state.profile(of: member) else { throw ProfilesError.profileGone }
        let (family, token) = try RefreshFamily.begin(with: code, device: id, nonce: nonce, at: clock.now)
        let device = DeviceRow(
            id: id, member: member.id, profile: profile.id, description: description, signedIn: now, refreshed: now,
            family: family)
        let grant = try DeviceGrant(device, token, in: state)
        try DeviceRules.checkLimit(db)
        try DeviceTable.removeSignedOut(db)
        try DeviceTable.put(device, db)
        return grant
    }
}
