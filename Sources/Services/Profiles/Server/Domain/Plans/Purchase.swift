internal import ProfilesAPI

/// A subscription of a household, as the latest of what the store has signed about it.
///
/// The order in which that arrives does not matter: a period counts by when it began, and two statements about one period by
/// when they were signed. So a client's old transaction undoes no refund, and a late notification no renewal.
struct Purchase: Sendable, Hashable {
    /// The latest period.
    private(set) var latest: StoreTransaction
    /// Whether any of its periods was a trial.
    private(set) var hadTrial: Bool
    /// What the store said last of the next period; nil while it said nothing.
    private(set) var renewal: StoreRenewal?
    /// When the store ended it before its time, or said that it has ended.
    private(set) var ended: Int64?
    /// When the last notification was signed, in milliseconds since 1970; 0 before the first.
    private(set) var notified: Int64

    /// A purchase that begins with a transaction.
    init(_ transaction: StoreTransaction) {
        self.init(latest: transaction, hadTrial: transaction.isTrial, renewal: nil, ended: nil, notified: 0)
    }

    /// A purchase as it is stored.
    init(latest: StoreTransaction, hadTrial: Bool, renewal: StoreRenewal?, ended: Int64?, notified: Int64) {
        (self.latest, self.hadTrial, self.renewal) = (latest, hadTrial, renewal)
        (self.ended, self.notified) = (ended, notified)
    }

    /// Takes over a transaction, unless something later is known.
    mutating func take(_ transaction: StoreTransaction) {
        hadTrial = hadTrial || transaction.isTrial
        guard (transaction.purchased, transaction.signed) >= (latest.purchased, latest.signed) else { return }
        // A new period: what ended the last one does not end it.
        if transaction.id != latest.id { ended = nil }
        latest = transaction
    }

    /// Applies a notification.
    ///
    /// - Returns: false for one that is older than the last.
    mutating func apply(_ notification: StoreNotification) -> Bool {
        guard notification.signed >= notified else { return false }
        notified = notification.signed
        take(notification.transaction)
        if let renewal = notification.renewal, renewal.signed >= self.renewal?.signed ?? 0 { self.renewal = renewal }
        // One about an earlier period, such as its late refund, ends nothing now.
        guard notification.transaction.id == latest.id else { return true }
        switch notification.kind {
        case .refund, .revoke: latest.revoked = latest.revoked ?? notification.signed
        case .expired, .gracePeriodExpired: ended = notification.signed
        default: break
        }
        return true
    }

    /// How it stands at a time, and when that ends or ended.
    func standing(at now: Int64) -> (state: PlanState, since: Int64, ends: Int64) {
        if let revoked = latest.revoked { return (.revoked, revoked, revoked) }
        let grace = renewal?.graceEnds.flatMap { $0 > latest.expires ? $0 : nil }
        let end = grace ?? latest.expires
        if let ended { return (.expired, min(ended, end), min(ended, end)) }
        if now < latest.expires { return (latest.isTrial ? .trial : .active, latest.purchased, latest.expires) }
        if now < end { return (.grace, latest.expires, end) }
        return (.expired, end, end)
    }
}
