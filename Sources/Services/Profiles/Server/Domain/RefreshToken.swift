internal import Cryptography
internal import HearthModel
internal import RPC

/// A refresh token, `HOUSEHOLD.DEVICE.SECRET`. The secret has two parts: one that all tokens of the device's family share,
/// by which an old token is told from a guess, and one of its own.
struct RefreshToken: Sendable {
    var household: String
    var device: String
    /// What the tokens of the family share.
    var shared: [UInt8]
    /// What is this token's own: 256 bits.
    var own: [UInt8]

    static let sharedBytes = 16
    static let ownBytes = 32

    init(household: String, device: String, shared: [UInt8], own: [UInt8]) {
        (self.household, self.device, self.shared, self.own) = (household, device, shared, own)
    }

    /// Takes a text apart; nil for anything but a token.
    init?(_ text: String) {
        guard text.utf8.count <= ProfilesLimits.refreshTokenBytes else { return nil }
        let parts = text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, HouseholdName.isValid(String(parts[0])), RandomID.isWellFormed(String(parts[1])),
            let secret = Base64URL.decode(parts[2].utf8), secret.count == Self.sharedBytes + Self.ownBytes
        else { return nil }
        self.init(
            household: String(parts[0]), device: String(parts[1]), shared: Array(secret[..<Self.sharedBytes]),
            own: Array(secret[Self.sharedBytes...]))
    }

    /// The token as the device keeps it.
    var text: String { "\(household).\(device).\(Base64URL.encode(shared + own))" }
}

/// The device code of a pairing, `HOUSEHOLD.SECRET` with a secret of 256 bits.
struct DeviceCode: Sendable {
    var household: String
    var secret: [UInt8]

    static let secretBytes = 32

    init(household: String, secret: [UInt8]) { (self.household, self.secret) = (household, secret) }

    /// Takes a text apart; nil for anything but a device code.
    init?(_ text: String) {
        guard text.utf8.count <= ProfilesLimits.refreshTokenBytes else { return nil }
        let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 2, HouseholdName.isValid(String(parts[0])), let secret = Base64URL.decode(parts[1].utf8),
            secret.count == Self.secretBytes
        else { return nil }
        self.init(household: String(parts[0]), secret: secret)
    }

    /// The code as the device keeps it.
    var text: String { "\(household).\(Base64URL.encode(secret))" }
}
