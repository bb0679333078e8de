public import Foundation
public import RPC

extension Profiles {
    /// Signs a device in as the member whose account at Apple is linked (Sign in with Apple).
    ///
    /// The service verifies the identity token: signature by one of Apple's published keys, issuer, audience (a configured
    /// client id), expiry, age, and that its nonce is the SHA-256 of `nonce`. An account that is linked to no member signs
    /// nothing in, so that no stranger joins a household: a member links it first with ``LinkApple``.
    ///
    /// UNAVAILABLE while Apple's keys cannot be fetched; FAILED_PRECONDITION where no client id is configured.
    public struct SignInWithApple: Request {
        public typealias Response = Session
        // Each call signs another device in.
        public static let safety = CallSafety.unsafe
        public static let access = CallAccess.anyone

        /// What Apple has returned.
        public var proof: AppleProof
        /// The device that signs in.
        public var device: DeviceDescription
        /// The household; absent: `home`.
        public var household: String?

        /// Creates the request.
        public init(proof: AppleProof, device: DeviceDescription, household: String? = nil) {
            (self.proof, self.device, self.household) = (proof, device, household)
        }
    }

    /// Links the caller's member to an account at Apple, for ``SignInWithApple``. Linking it again changes nothing.
    ///
    /// ALREADY_EXISTS when the account is another member's, or the member has another account.
    public struct LinkApple: Request {
        public typealias Response = AppleLink
        public static let safety = CallSafety.idempotent
        public static let access = Profiles.adults

        /// What Apple has returned.
        public var proof: AppleProof

        /// Creates the request.
        public init(proof: AppleProof) { self.proof = proof }
    }

    /// Removes the link of the caller's member to an account at Apple, and has the authorization revoked there, if its code was
    /// exchanged. Devices stay signed in.
    public struct UnlinkApple: Request {
        public typealias Response = Empty
        public static let safety = CallSafety.idempotent
        public static let access = Profiles.adults.orReadOnly()

        /// Creates the request.
        public init() {}
    }
}

/// What Apple has returned to a client.
public struct AppleProof: Codable, Sendable, Hashable {
    /// The identity token, a signed JWT. A secret: never show or log it.
    public var identityToken: String
    /// The random text of 32 characters whose SHA-256, as hexadecimal digits, the client gave to Apple as the nonce.
    public var nonce: String
    /// The person's name; Apple returns it at the first sign-in alone, and it is kept then.
    public var name: String?
    /// The person's mail address, likewise; that of the token counts more.
    public var mail: String?
    /// The authorization code, good once and for five minutes. Where the household has a key of Apple's, it is exchanged, so
    /// that the authorization at Apple can be revoked when the link ends. A secret: never show or log it.
    public var authorizationCode: String?

    /// Describes a proof.
    public init(
        identityToken: String, nonce: String, name: String? = nil, mail: String? = nil, authorizationCode: String? = nil
    ) {
        (self.identityToken, self.nonce, self.name, self.mail) = (identityToken, nonce, name, mail)
        self.authorizationCode = authorizationCode
    }
}

/// A member's link to an account at Apple.
public struct AppleLink: Codable, Sendable, Hashable {
    /// When it was made.
    public var linked: Date
    /// The name that Apple gave.
    public var name: String?
    /// The mail address that Apple gave; it may be one of its relay.
    public var mail: String?

    /// Describes a link.
    public init(linked: Date, name: String? = nil, mail: String? = nil) {
        (self.linked, self.name, self.mail) = (linked, name, mail)
    }
}
