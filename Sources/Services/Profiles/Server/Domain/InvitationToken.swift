internal import Cryptography
internal import HearthModel
internal import RPC

/// The token of an invitation: the household's name, a point, and 192 random bits in Base64 for URLs. The name leads to
/// the shard, so that no token is looked for in every household's.
struct InvitationToken: Sendable, CustomStringConvertible {
    let household: String
    private let secret: [UInt8]

    private static let separator: Character = "."

    /// A new token.
    init(household: String, runtime: any Runtime) {
        self.household = household
        secret = runtime.randomBytes(ProfilesLimits.invitationSecretBytes)
    }

    /// The token of a text; nil when it has another form.
    init?(_ text: String) {
        let parts = text.split(separator: Self.separator, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, HouseholdName.isValid(String(parts[0])),
            let secret = Base64URL.decode(parts[1].utf8), secret.count == ProfilesLimits.invitationSecretBytes
        else { return nil }
        (household, self.secret) = (String(parts[0]), secret)
    }

    /// The token as it is given to the invited person.
    var text: String { "\(household)\(Self.separator)\(Base64URL.encode(secret))" }

    /// What is stored of it. A plain hash is enough for 192 random bits, which cannot be tried out.
    func hash() throws(CryptographyError) -> [UInt8] { try SHA256.digest(of: secret) }

    /// Says nothing of the secret.
    var description: String { "<invitation>" }
}
