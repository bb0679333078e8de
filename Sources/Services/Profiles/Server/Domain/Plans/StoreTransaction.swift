internal import ProfilesAPI

/// Times of the store: milliseconds since 1970.
enum StoreTime {
    /// What is accepted: up to the year 9999, so that no sum overflows.
    static let range: ClosedRange<Int64> = 0...253_402_300_799_999
}

/// A verified transaction of a subscription: one paid or tried period.
struct StoreTransaction: Sendable, Hashable {
    /// The period's id.
    var id: String
    /// The id of the first period: that of the subscription.
    var original: String
    var product: String
    /// When the period began. Milliseconds since 1970, as all times here.
    var purchased: Int64
    /// When it ends.
    var expires: Int64
    /// When the store signed this.
    var signed: Int64
    /// When the store refunded it, or its sharing ended.
    var revoked: Int64?
    var isTrial: Bool
    /// Whether another member of a family at the store pays.
    var isFamilyShared: Bool
    /// Lower-case: the household that it was bought for, as the client told the store; nil when it told none.
    var account: String?

    static let subscriptionType = "Auto-Renewable Subscription"
    fileprivate static let introductoryOffer = 1

    /// The members of the payload that count here.
    struct Fields: Decodable {
        var transactionId: String
        var originalTransactionId: String
        var bundleId: String
        var productId: String
        var purchaseDate: Int64
        var expiresDate: Int64?
        var type: String
        var inAppOwnershipType: String?
        var signedDate: Int64
        var revocationDate: Int64?
        var offerType: Int?
        var offerDiscountType: String?
        var environment: String
        var appAccountToken: String?
    }
}

extension StoreTransaction {
    /// The transaction of a verified payload.
    init(_ fields: Fields) throws(StoreRejection) {
        for (name, id) in [
            ("transactionId", fields.transactionId), ("originalTransactionId", fields.originalTransactionId),
        ] where !(1...ProfilesLimits.storeIDCharacters).contains(id.utf8.count) {
            throw .member(name)
        }
        guard let expires = fields.expiresDate, StoreTime.range.contains(expires) else { throw .member("expiresDate") }
        guard StoreTime.range.contains(fields.purchaseDate) else { throw .member("purchaseDate") }
        guard fields.revocationDate.map(StoreTime.range.contains) ?? true else { throw .member("revocationDate") }
        (id, original, product) = (fields.transactionId, fields.originalTransactionId, fields.productId)
        (purchased, self.expires, signed) = (fields.purchaseDate, expires, fields.signedDate)
        revoked = fields.revocationDate
        // The kind of discount is missing in what older versions of the store signed.
        isTrial =
            fields.offerType == Self.introductoryOffer && (fields.offerDiscountType ?? "FREE_TRIAL") == "FREE_TRIAL"
        isFamilyShared = fields.inAppOwnershipType == "FAMILY_SHARED"
        account = fields.appAccountToken?.lowercased()
    }
}

/// What the store says of the next period.
struct StoreRenewal: Sendable, Hashable {
    /// When the store signed this.
    var signed: Int64
    var willRenew: Bool
    /// Until when the plan holds while the store tries to be paid.
    var graceEnds: Int64?

    /// The members of the payload that count here.
    struct Fields: Decodable {
        var originalTransactionId: String
        var autoRenewStatus: Int
        var gracePeriodExpiresDate: Int64?
        var signedDate: Int64
        var environment: String
    }
}

extension StoreRenewal {
    /// The statement of a verified payload.
    init(_ fields: Fields) throws(StoreRejection) {
        guard fields.gracePeriodExpiresDate.map(StoreTime.range.contains) ?? true else {
            throw .member("gracePeriodExpiresDate")
        }
        (signed, willRenew, graceEnds) = (fields.signedDate, fields.autoRenewStatus == 1, fields.gracePeriodExpiresDate)
    }
}

/// A verified notification about a subscription.
struct StoreNotification: Sendable, Hashable {
    var id: String
    var kind: Kind
    /// When the store signed this.
    var signed: Int64
    var transaction: StoreTransaction
    var renewal: StoreRenewal?

    /// The kinds that end something by themselves. What all others mean is in their transaction and renewal: SUBSCRIBED,
    /// DID_RENEW, DID_FAIL_TO_RENEW, DID_CHANGE_RENEWAL_STATUS.
    struct Kind: RawRepresentable, Sendable, Hashable {
        let rawValue: String

        static let expired = Kind(rawValue: "EXPIRED")
        static let gracePeriodExpired = Kind(rawValue: "GRACE_PERIOD_EXPIRED")
        static let refund = Kind(rawValue: "REFUND")
        static let revoke = Kind(rawValue: "REVOKE")
    }

    /// The members of the payload that count here.
    struct Fields: Decodable {
        struct Content: Decodable {
            var bundleId: String
            var environment: String
            var signedTransactionInfo: String?
            var signedRenewalInfo: String?
        }
        var notificationType: String
        var notificationUUID: String
        var signedDate: Int64
        var data: Content?
    }
}
