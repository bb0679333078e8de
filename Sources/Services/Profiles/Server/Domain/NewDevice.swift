internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import RPC

/// A device that signs in, with what its tokens are derived from.
struct NewDevice: Sendable {
    let id: String
    private let code: DeviceCode
    private let nonce: [UInt8]

    /// A device that was paired by a device code.
    init(by code: DeviceCode, _ runtime: any Runtime) {
        self.code = code
        (id, nonce) = (RandomID.make(runtime), runtime.randomBytes(RefreshFamily.nonceBytes))
    }

    /// A device that signs in without a pairing: its code is never shown.
    init(of household: String, _ runtime: any Runtime) {
        self.init(
            by: DeviceCode(household: household, secret: runtime.randomBytes(DeviceCode.secretBytes)), runtime)
    }

    /// Stores the device as one of a member.
    ///
    /// - Parameters:
    ///   - description: what it says of itself, checked.
    ///   - now: civil time, in milliseconds since 1970.
    ///   - state: the household with the member.
    /// - Throws: ``ProfilesError``: too many devices, a disabled member, a profile that is gone.
    func signIn(
        _ description: DeviceDescription, as member: String, profile: String, in state: HouseholdState, at now: Int64,
        by clock: RotationClock, _ db: Database
    ) throws -> DeviceGrant {
        let (family, token) = try RefreshFamily.begin(with: code, device: id, nonce: nonce, at: clock.now)
        let device = DeviceRow(
            id: id, member: member, profile: profile, description: description, signedIn: now, refreshed: now,
            family: family)
        let grant = try DeviceGrant(device, token, in: state)
        try DeviceRules.checkLimit(db)
        // Devices that were signed out for a theft stay in the list until another one takes their place.
        try DeviceTable.removeSignedOut(db)
        try DeviceTable.put(device, db)
        return grant
    }
}
