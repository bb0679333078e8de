internal import Cryptography
internal import RPC

/// The refresh tokens of one device, as far as they are stored: hashes alone.
///
/// Each token is made of the one before it: its own part is the HMAC of a stored nonce under that one's own part. So a
/// holder of the previous token can be given the same successor a second time although no token is stored, and a reader of
/// the shard can make none.
struct RefreshFamily: Sendable, Hashable {
    /// The SHA-256 of what its tokens share.
    var shared: [UInt8]
    /// The SHA-256 of the last token's own part.
    var current: [UInt8]
    /// The SHA-256 of the own part of the one before, or of the device code's secret.
    var previous: [UInt8]
    /// What made the current one of the previous one.
    var nonce: [UInt8]
    /// When the current one was made.
    var rotated: RotationTime

    static let nonceBytes = 32
    private static let sharedLabel = Array("hearth refresh token, shared ".utf8)
    private static let ownLabel = Array("hearth refresh token, own ".utf8)

    /// What a presented token is.
    enum Presented: Sendable, Hashable {
        /// The last one.
        case current
        /// The one before, within the time for a retry.
        case retried
        /// One that has had a successor for longer, or an even earlier one: it was copied, or the device was.
        case reused
        /// None of this family.
        case unknown
    }

    /// The family of a new device, and its first token. A retry with the same device code gets the same token.
    static func begin(
        with code: DeviceCode, device: String, nonce: [UInt8], at now: RotationTime
    ) throws -> (family: RefreshFamily, token: RefreshToken) {
        let token = try first(of: code, device: device, nonce: nonce)
        let family = RefreshFamily(
            shared: try SHA256.digest(of: token.shared), current: try SHA256.digest(of: token.own),
            previous: try SHA256.digest(of: code.secret), nonce: nonce, rotated: now)
        return (family, token)
    }

    /// The first token of the device that a code became.
    static func first(of code: DeviceCode, device: String, nonce: [UInt8]) throws -> RefreshToken {
        let shared = try HMACSHA256.code(of: sharedLabel + nonce, key: code.secret)
        return RefreshToken(
            household: code.household, device: device, shared: Array(shared[..<RefreshToken.sharedBytes]),
            own: try HMACSHA256.code(of: ownLabel + nonce, key: code.secret))
    }

    /// What a token is, and whether a retry is still in time.
    func judge(_ token: RefreshToken, by clock: RotationClock) throws -> Presented {
        guard try constantTimeEqual(SHA256.digest(of: token.shared), shared) else { return .unknown }
        let own = try SHA256.digest(of: token.own)
        if constantTimeEqual(own, current) { return .current }
        return constantTimeEqual(own, previous) && isInGrace(by: clock) ? .retried : .reused
    }

    /// Whether the last rotation may still be repeated.
    func isInGrace(by clock: RotationClock) -> Bool {
        clock.age(of: rotated) <= ProfilesLimits.refreshGrace.wholeMilliseconds
    }

    /// The successor of the previous token, once more.
    func successor(of token: RefreshToken) throws -> RefreshToken {
        var next = token
        next.own = try HMACSHA256.code(of: Self.ownLabel + nonce, key: token.own)
        return next
    }

    /// Makes a successor of the current token.
    mutating func rotate(_ token: RefreshToken, nonce: [UInt8], at now: RotationTime) throws -> RefreshToken {
        self.nonce = nonce
        let next = try successor(of: token)
        (previous, current, rotated) = (current, try SHA256.digest(of: next.own), now)
        return next
    }
}

/// A moment within one life of the service.
struct RotationTime: Sendable, Hashable {
    /// The life, see ``RotationClock``.
    var life: String
    /// Milliseconds of the monotonic clock.
    var milliseconds: Int64
}

/// The clock by which the time for a retry counts: monotonic, so that setting the wall clock neither shortens it, which would
/// sign an honest device out, nor makes it longer. What happened in an earlier life of the service counts from the start of
/// this one, so that a device whose response was lost with the service can still retry.
struct RotationClock: Sendable {
    private let runtime: any Runtime
    private let life: String
    private let start: Int64

    private static let lifeBytes = 8

    /// Begins a life, at the start of the service.
    init(runtime: any Runtime) {
        self.runtime = runtime
        life = runtime.randomBytes(Self.lifeBytes).hexadecimal
        start = Self.reading(of: runtime)
    }

    /// This moment.
    var now: RotationTime { RotationTime(life: life, milliseconds: Self.reading(of: runtime)) }

    /// How long ago a moment was, in milliseconds.
    func age(of time: RotationTime) -> Int64 {
        max(0, Self.reading(of: runtime) - (time.life == life ? time.milliseconds : start))
    }

    private static func reading(of runtime: any Runtime) -> Int64 {
        Int64(clamping: runtime.now.nanoseconds / 1_000_000)
    }
}
