import Foundation
import HearthModel
import ProfilesAPI
import ProfilesService
import RPC
import ServiceKit
import TestSupport

/// A profiles service that sells its plans in a store of the test's own, on a clock that the test moves.
struct StoreBench {
    let harness: ServiceHarness
    let clock: StandingClock
    let certificates: TestCertificates

    static let bundle = "org.example.hearth"
    static let monthly = "org.example.hearth.premium.monthly"
    /// Milliseconds.
    static let day: Int64 = 86_400_000

    /// Runs `body` with a started service.
    static func with(
        plan: String = "free", settings: [String: String] = [:], _ body: (StoreBench) async throws -> Void
    ) async throws {
        let (directory, clock) = (try TemporaryDirectory(), StandingClock())
        let certificates = try TestCertificates(in: directory.path)
        try await certificates.makeStore()
        var flags = ["plan": plan, "store-root-file": certificates.pem("root"), "store-bundle-id": bundle]
        flags.merge(settings) { $1 }
        let layers = ConfigurationLayers(flags: flags, environment: [:])
        let configure: @Sendable (inout ServiceAssembly.Parts) -> Void = { $0.configuration = layers }
        try await ServiceHarness.with(ProfilesService.self, runtime: clock, configure: configure) {
            try await body(StoreBench(harness: $0, clock: clock, certificates: certificates))
        }
        withExtendedLifetime(directory) {}
    }

    /// Now, in milliseconds since 1970.
    var now: Int64 { clock.wallTime.millisecondsSince1970 }

    /// A client of the owner, with a token of this moment.
    func owner(_ household: String? = nil) async throws -> RPCClient<Profiles> {
        try await harness.profiles(household: household)
    }

    /// Redeems a transaction as the owner.
    func redeem(_ transaction: Transaction, in household: String? = nil) async throws -> PlanInfo {
        try await owner(household).send(Profiles.RedeemTransaction(transaction: try await sign(transaction)))
    }

    /// Why a transaction is refused; nil when it is not.
    func refusal(of text: String, in household: String? = nil) async throws -> RPCError? {
        await (try await owner(household)).failure(of: Profiles.RedeemTransaction(transaction: text))
    }

    /// Sends a notification without a token.
    func notify(_ notification: Notification) async throws -> StoreNotificationOutcome.Kind {
        let text = try await certificates.sign(try await notification.payload(signedBy: self))
        return try await harness.anonymous().send(Profiles.ApplyStoreNotification(signedPayload: text)).outcome
    }

    func sign(_ transaction: Transaction) async throws -> String { try await certificates.sign(transaction.payload) }

    /// A transaction of a month that begins now.
    func transaction(_ change: (inout Transaction) -> Void = { _ in }) -> Transaction {
        var transaction = Transaction(purchased: now, signed: now)
        change(&transaction)
        return transaction
    }

    /// The plan as the owner is told.
    func plan(_ household: String? = nil) async throws -> PlanInfo {
        try await owner(household).send(Profiles.GetPlan())
    }
}

extension StoreBench {
    /// A transaction as the store writes it; times in milliseconds since 1970.
    struct Transaction: Sendable {
        var id = "t1"
        var original = "o1"
        var bundle = StoreBench.bundle
        var product = StoreBench.monthly
        var environment = "Production"
        var type = "Auto-Renewable Subscription"
        var purchased: Int64
        var days: Int64 = 30
        var signed: Int64
        var revoked: Int64?
        var ownership = "PURCHASED"
        var isTrial = false
        var account: String?
        /// Further members.
        var extra = ""

        var expires: Int64 { purchased + days * StoreBench.day }

        var payload: String {
            let members = [
                #""transactionId":"\#(id)""#, #""originalTransactionId":"\#(original)""#, #""bundleId":"\#(bundle)""#,
                #""productId":"\#(product)""#, #""environment":"\#(environment)""#, #""type":"\#(type)""#,
                #""purchaseDate":\#(purchased)"#, #""expiresDate":\#(expires)"#, #""signedDate":\#(signed)"#,
                #""inAppOwnershipType":"\#(ownership)""#,
            ]
            let optional = [
                revoked.map { #""revocationDate":\#($0),"revocationReason":0"# },
                isTrial ? #""offerType":1,"offerDiscountType":"FREE_TRIAL""# : nil,
                account.map { #""appAccountToken":"\#($0)""# }, extra.isEmpty ? nil : extra,
            ]
            return "{\((members + optional.compactMap(\.self)).joined(separator: ","))}"
        }
    }

    /// A notification as the store writes it.
    struct Notification: Sendable {
        var type: String
        var id: String
        var signed: Int64
        var transaction: Transaction?
        /// Whether the store renews; nil leaves the renewal out.
        var renews: Bool?
        var graceEnds: Int64?
        var renewalOriginal: String?

        init(
            _ type: String, _ id: String, at signed: Int64, _ transaction: Transaction?, renews: Bool? = true,
            graceEnds: Int64? = nil
        ) {
            (self.type, self.id, self.signed, self.transaction) = (type, id, signed, transaction)
            (self.renews, self.graceEnds) = (renews, graceEnds)
        }

        func payload(signedBy bench: StoreBench) async throws -> String {
            var data = [#""bundleId":"\#(StoreBench.bundle)""#, #""environment":"Production""#]
            if let transaction {
                data.append(#""signedTransactionInfo":"\#(try await bench.sign(transaction))""#)
                if let renews {
                    let grace = graceEnds.map { #","gracePeriodExpiresDate":\#($0)"# } ?? ""
                    let original = renewalOriginal ?? transaction.original
                    let renewal = #"""
                        {"originalTransactionId":"\#(original)","autoRenewStatus":\#(renews ? 1 : 0),\#
                        "environment":"Production","signedDate":\#(signed)\#(grace)}
                        """#
                    data.append(#""signedRenewalInfo":"\#(try await bench.certificates.sign(renewal))""#)
                }
            }
            return #"""
                {"notificationType":"\#(type)","notificationUUID":"\#(id)","version":"2.0","signedDate":\#(signed),\#
                "data":{\#(data.joined(separator: ","))}}
                """#
        }
    }
}
