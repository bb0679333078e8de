public import Foundation
public import HearthModel
public import RPC

extension Profiles {
    /// Returns a token to the machine's owner. At the very first start, when no household has existed, it creates the
    /// named one; otherwise only ``CreateHousehold`` creates a household.
    ///
    /// The proof is the content of the 0600 file `owner.key` in the private run directory. The owner may act as any
    /// profile; acting as a kids profile grants that profile's rights only.
    public struct LocalOwner: Request {
        public typealias Response = Session
        // The household is created once, however often this is called.
        public static let safety = CallSafety.idempotent
        public static let access = CallAccess.anyone

        /// The owner key's 32 bytes.
        public var proof: Data
        /// The household, 1 to 40 of `a-z`, `0-9` and `-`, but not `keys`; absent: `home`.
        public var household: String?
        /// The profile to act as, by id or by name; absent: the owner's own.
        public var profile: String?
        /// Whether the device is shared, so that a session of an adult profile relocks (``SetRelock``); absent: no.
        public var isSharedDevice: Bool?
        /// When a person was last active at a shared device; absent: now. A renewal that says so moves the time at which
        /// it relocks only as far; when that has passed, it is UNAUTHENTICATED with the detail `hearth.Relocked`.
        public var lastActive: Date?

        /// Creates the request.
        public init(
            proof: Data, household: String? = nil, profile: String? = nil, isSharedDevice: Bool? = nil,
            lastActive: Date? = nil
        ) {
            self.proof = proof
            self.household = household
            self.profile = profile
            self.isSharedDevice = isSharedDevice
            self.lastActive = lastActive
        }
    }

    /// Founds a household: with its owner, one adult and one kids profile.
    ///
    /// ALREADY_EXISTS when one has that name. FAILED_PRECONDITION when one existed whose shard is missing: it must be
    /// restored, or discarded by name.
    public struct CreateHousehold: Request {
        public typealias Response = HouseholdInfo
        // A retry would return ALREADY_EXISTS because of its own first try.
        public static let safety = CallSafety.unsafe
        public static let access = CallAccess.anyone

        /// The owner key's 32 bytes, see ``LocalOwner``.
        public var proof: Data
        /// The household, 1 to 40 of `a-z`, `0-9` and `-`, but not `keys`.
        public var household: String

        /// Creates the request.
        public init(proof: Data, household: String) { (self.proof, self.household) = (proof, household) }
    }

    /// Returns a token for another profile of the household.
    ///
    /// An adult profile requires its own PIN, or the household's where it has none and one is set. Leaving a kids
    /// profile for another one requires the household's; switching from an adult profile to a kids profile none.
    /// ``Profile/asksPIN`` says so before. After a switch to a member's profile the caller has that member's permissions
    /// at most, and never more than those of the member who signed in. A signed-in device goes on with the profile that it
    /// chose last.
    public struct SwitchProfile: Request {
        public typealias Response = Session
        // A wrong PIN is counted, so a call of unknown outcome is not retried automatically.
        public static let safety = CallSafety.unsafe
        public static let access = CallAccess.caller.orReadOnly()

        /// The profile, by id or by name.
        public var profile: String
        /// The PIN that is asked for: the profile's own, or the household's.
        public var pin: String?
        /// Whether the device is shared, see ``LocalOwner``; absent: as in the caller's session, where that relocks.
        public var isSharedDevice: Bool?

        /// Creates the request.
        public init(profile: String, pin: String? = nil, isSharedDevice: Bool? = nil) {
            self.profile = profile
            self.pin = pin
            self.isSharedDevice = isSharedDevice
        }
    }

    /// The public keys that tokens are verified with.
    public struct GetKeys: Request {
        public typealias Response = KeySet
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.caller.orServices(
            .catalog, .playbackState, .downloads, .readingList, .scheduler, .metadataGateway)

        /// Creates the request.
        public init() {}
    }
}

/// A token and its claims.
public struct Session: Codable, Sendable, Hashable {
    /// The bearer token for every call to every service. A secret: never show or log it.
    public var token: String
    /// When it ends.
    public var expires: Date
    /// When to renew the token, so that no call uses an expired one.
    public var renewAfter: Date
    /// The household.
    public var household: String
    /// The profile that acts.
    public var profile: Profile
    /// The bearer's role.
    public var role: Role
    /// The profile's policy.
    public var policy: ViewingPolicy
    /// The device's next refresh token, see ``Profiles/RefreshSession``: after sign-in and after each refresh. A secret:
    /// never show or log it.
    public var refreshToken: String?
    /// When the refresh token ends unless it is used.
    public var refreshExpires: Date?
    /// The device that is signed in, by id; absent for a token that belongs to none, such as the local owner's.
    public var device: String?
    /// When every service refuses the token and a profile must be chosen again, on a shared device; absent: never.
    public var relocks: Date?

    /// Describes a token.
    public init(
        token: String, expires: Date, renewAfter: Date, household: String, profile: Profile, role: Role,
        policy: ViewingPolicy, refreshToken: String? = nil, refreshExpires: Date? = nil, device: String? = nil,
        relocks: Date? = nil
    ) {
        self.token = token
        self.expires = expires
        self.renewAfter = renewAfter
        self.household = household
        self.profile = profile
        self.role = role
        self.policy = policy
        self.refreshToken = refreshToken
        self.refreshExpires = refreshExpires
        self.device = device
        self.relocks = relocks
    }
}

/// The public keys of a household cluster.
public struct KeySet: Codable, Sendable, Hashable {
    /// The keys, by id.
    public var keys: [PublishedKey]

    /// Lists keys.
    public init(keys: [PublishedKey]) { self.keys = keys }
}

/// A public key (RFC 8037) and the kinds of tokens that it may sign.
public struct PublishedKey: Codable, Sendable, Hashable {
    /// The key's name in tokens (`kid`): its thumbprint (RFC 7638).
    public var id: String
    /// The signature algorithm in tokens (`alg`), `EdDSA`.
    public var algorithm: String
    /// The curve, `Ed25519`.
    public var curve: String
    /// The key's 32 bytes.
    public var key: Data
    /// The service that the key belongs to and whose own tokens it signs; absent for the key that signs people's
    /// tokens.
    public var service: String?
    /// The households that its tokens may name; absent: any.
    public var households: [String]?
    /// When the last token of a replaced key expires; absent while it signs.
    public var retires: Date?

    /// Describes a key.
    public init(
        id: String, algorithm: String, curve: String, key: Data, service: String? = nil, households: [String]? = nil,
        retires: Date? = nil
    ) {
        self.id = id
        self.algorithm = algorithm
        self.curve = curve
        self.key = key
        self.service = service
        self.households = households
        self.retires = retires
    }
}
