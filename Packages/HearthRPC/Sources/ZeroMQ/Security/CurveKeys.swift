internal import CZeroMQ

/// The public half of a CURVE key: 32 bytes, written as 40 characters of Z85 (ZeroMQ RFC 32).
public struct CurvePublicKey: Hashable, Sendable, LosslessStringConvertible {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// The key of these bytes, nil unless there are 32.
    public init?(bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == CurveKeyPair.keyBytes else { return nil }
        self.bytes = bytes
    }

    /// The key written as Z85, nil for anything else.
    public init?(_ description: String) {
        guard let bytes = Z85.decode(description) else { return nil }
        self.init(bytes: bytes)
    }

    public var description: String { Z85.encode(bytes) }

    /// Whether the key's secret half is published: the two pairs of zmq_curve(7), which hundreds of programs have
    /// copied.
    public var isPublished: Bool { CurvePublicKey.published.contains(description) }

    private static let published: Set<String> = [
        "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7", "Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID",
    ]
}

/// The secret half of a CURVE key. Its description hides it.
public struct CurveSecretKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// The key of these bytes, nil unless there are 32.
    public init?(bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == CurveKeyPair.keyBytes else { return nil }
        self.bytes = bytes
    }

    /// The key written as Z85, nil for anything else.
    public init?(z85 text: String) {
        guard let bytes = Z85.decode(text) else { return nil }
        self.init(bytes: bytes)
    }

    /// The key as Z85, for storage in a private file.
    public var z85: String { Z85.encode(bytes) }

    public var description: String { "<secret>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A key pair for CURVE (ZeroMQ RFC 26).
public struct CurveKeyPair: Sendable {
    /// How long each half is: 32 bytes.
    public static let keyBytes = 32

    /// The public half.
    public let publicKey: CurvePublicKey

    /// The secret half.
    public let secret: CurveSecretKey

    /// Makes the pair of a secret key.
    ///
    /// - Throws: `CurveKeyError.published` when the key is one of those printed in libzmq's manual and in hundreds of
    ///   programs, `CurveKeyError.unsupported` when libzmq has no CURVE.
    public init(secret: CurveSecretKey) throws(CurveKeyError) {
        guard !CurveKeyPair.publishedSecrets.contains(secret.z85) else { throw .published }
        var text = [CChar](repeating: 0, count: Z85.keyCharacters + 1)
        guard zmq_curve_public(&text, secret.z85) == 0, let key = CurvePublicKey(Z85.string(text)) else {
            throw .unsupported
        }
        publicKey = key
        self.secret = secret
    }

    /// Makes a new pair from the system's random numbers.
    ///
    /// - Throws: `CurveKeyError.unsupported` when libzmq has no CURVE.
    public static func generate() throws(CurveKeyError) -> CurveKeyPair {
        var publicText = [CChar](repeating: 0, count: Z85.keyCharacters + 1)
        var secretText = publicText
        guard zmq_curve_keypair(&publicText, &secretText) == 0,
            let secret = CurveSecretKey(z85: Z85.string(secretText))
        else { throw .unsupported }
        return try CurveKeyPair(secret: secret)
    }

    /// The secret keys of zmq_curve(7).
    private static let publishedSecrets: Set<String> = [
        "JTKVSB%%)wK0E.X)V>+}o?pNmC{O&4W4b!Ni{Lh6", "D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs",
    ]
}

/// Why there is no key pair.
public enum CurveKeyError: Error, Hashable, Sendable {
    /// The secret key is published, and so not secret.
    case published

    /// The installed libzmq was built without CURVE.
    case unsupported
}
