internal import Cryptography

/// Why a text is not accepted as the store's, or is about something else than this app's plans.
enum StoreRejection: Error, Sendable, Hashable {
    case tooLong(limitBytes: Int)
    case text(JWSError)
    case certificates(X509Error)
    /// A member of the payload is missing, or not what the store writes there.
    case member(String)
    case fromTheFuture
    case otherApp
    case otherEnvironment
    case unknownProduct
    case notASubscription
    /// The purchase was made for another household's account token.
    case otherAccount
    /// A notification's parts are about different purchases.
    case mixedPurchases
    case tooManyPurchases

    init(_ error: CertifiedJWSError) {
        self =
            switch error {
            case .text(let error): .text(error)
            case .certificates(let error): .certificates(error)
            }
    }

    /// The message for callers.
    var message: String {
        switch self {
        case .tooLong(let limit): "It has more than \(limit) bytes, which nothing that the store signs has."
        case .text(.wrongAlgorithm): "It is not signed with ES256."
        case .text(.wrongSignature):
            "Its signature is not that of its certificate: it was changed, or is not the store's."
        case .text:
            "It is no signed text of the store (a JWS in compact serialization). Send what the store gave, unchanged."
        case .certificates(let error): "Its certificates are not accepted: \(Self.text(error))."
        case .member(let name): "\(name) in it is missing, or not what the store writes there."
        case .fromTheFuture: "It was signed later than it is here. Set this machine's clock."
        case .otherApp: "It is about another app than store-bundle-id names."
        case .otherEnvironment: "It is of another environment than store-environment names."
        case .unknownProduct: "It is about a product that is no plan of this household's service."
        case .notASubscription: "It is about no subscription."
        case .otherAccount: "It was bought for another household: its account token is another one."
        case .mixedPurchases: "Its parts are about different purchases."
        case .tooManyPurchases: "The household has \(ProfilesLimits.purchases) purchases, more than any store makes."
        }
    }

    private static func text(_ error: X509Error) -> String {
        switch error {
        case .malformed: "one cannot be read"
        case .wrongLength: "there must be three, the signer's, an intermediate and the root"
        case .untrustedRoot: "the root is none of those in store-root-file"
        case .notValidThen: "one was not valid when it was signed"
        case .noPath: "they are no path to the root"
        case .wrongLeaf: "the signer's is not for signing data"
        case .unmarked: "they lack the App Store's marks"
        case .wrongKey: "the signer's key is not one of the curve P-256"
        case .libraryFailed: "there is no memory to verify them"
        }
    }
}
