internal import Cryptography
internal import Foundation
internal import HearthModel
internal import ProfilesAPI
internal import RPC

/// Accepts what the store has signed, and nothing else.
///
/// The payloads are those of the App Store Server API: `JWSTransactionDecodedPayload`, `JWSRenewalInfoDecodedPayload`,
/// `responseBodyV2DecodedPayload`. Times in them are milliseconds since 1970.
struct StoreVerifier: Sendable {
    let configuration: StoreConfiguration
    private let runtime: any Runtime

    init(configuration: StoreConfiguration, runtime: any Runtime) {
        (self.configuration, self.runtime) = (configuration, runtime)
    }

    /// Verifies a transaction.
    ///
    /// - Throws: ``ProfilesError/storeRejected(_:)``.
    func transaction(_ text: String) throws(ProfilesError) -> StoreTransaction {
        do throws(StoreRejection) {
            return try checkedTransaction(text)
        } catch {
            throw .storeRejected(error)
        }
    }

    /// Verifies a notification with the signed parts in it.
    ///
    /// - Returns: nil for one that is about no subscription.
    /// - Throws: ``ProfilesError/storeRejected(_:)``.
    func notification(_ text: String) throws(ProfilesError) -> StoreNotification? {
        do throws(StoreRejection) {
            return try checkedNotification(text)
        } catch {
            throw .storeRejected(error)
        }
    }

    private func checkedTransaction(_ text: String) throws(StoreRejection) -> StoreTransaction {
        let fields: StoreTransaction.Fields = try payload(text, limit: ProfilesLimits.storeTransactionBytes)
        try checkApp(fields.bundleId, fields.environment)
        guard fields.type == StoreTransaction.subscriptionType else { throw .notASubscription }
        guard configuration.offers.contains(where: { $0.product == fields.productId }) else { throw .unknownProduct }
        return try StoreTransaction(fields)
    }

    private func checkedNotification(_ text: String) throws(StoreRejection) -> StoreNotification? {
        let fields: StoreNotification.Fields = try payload(text, limit: ProfilesLimits.storeNotificationBytes)
        guard (1...ProfilesLimits.storeIDCharacters).contains(fields.notificationUUID.utf8.count) else {
            throw .member("notificationUUID")
        }
        guard let data = fields.data else { return nil }
        try checkApp(data.bundleId, data.environment)
        // Before its product is looked at: the store also tells of purchases that are no plans.
        guard let signed = data.signedTransactionInfo else { return nil }
        let transaction: StoreTransaction
        do throws(StoreRejection) {
            transaction = try checkedTransaction(signed)
        } catch StoreRejection.notASubscription {
            return nil
        }
        var renewal: StoreRenewal?
        if let signed = data.signedRenewalInfo {
            let fields: StoreRenewal.Fields = try payload(signed, limit: ProfilesLimits.storeTransactionBytes)
            guard fields.environment == configuration.environment else { throw .otherEnvironment }
            guard fields.originalTransactionId == transaction.original else { throw .mixedPurchases }
            renewal = try StoreRenewal(fields)
        }
        return StoreNotification(
            id: fields.notificationUUID, kind: .init(rawValue: fields.notificationType), signed: fields.signedDate,
            transaction: transaction, renewal: renewal)
    }

    private func checkApp(_ bundle: String, _ environment: String) throws(StoreRejection) {
        guard bundle == configuration.bundle else { throw .otherApp }
        guard environment == configuration.environment else { throw .otherEnvironment }
    }

    private struct SignedDate: Decodable {
        var signedDate: Int64
    }

    /// The payload of a signed text, whose names are unique and whose signature is the store's.
    private func payload<Fields: Decodable>(_ text: String, limit: Int) throws(StoreRejection) -> Fields {
        guard text.utf8.count <= limit else { throw .tooLong(limitBytes: limit) }
        let latest = runtime.wallTime.advanced(by: ProfilesLimits.storeClockLeeway).millisecondsSince1970
        var signed: Int64?
        let payload: [UInt8]
        do throws(CertifiedJWSError) {
            payload = try Self.jws(text, limit).certifiedPayload(by: configuration.trust) { payload in
                signed = (try? JSONDecoder().decode(SignedDate.self, from: Data(payload)))?.signedDate
                return signed.flatMap { StoreTime.range.contains($0) ? $0 / 1_000 : nil }
            }
        } catch {
            throw StoreRejection(error)
        }
        guard let signed, signed <= latest else { throw .fromTheFuture }
        guard JSONMembers.names(of: payload) != nil else { throw .text(.malformed) }
        do {
            return try JSONDecoder().decode(Fields.self, from: Data(payload))
        } catch {
            throw .member(Self.member(error))
        }
    }

    private static func jws(_ text: String, _ limit: Int) throws(CertifiedJWSError) -> CompactJWS {
        do throws(JWSError) {
            return try CompactJWS(Array(text.utf8), limitBytes: limit)
        } catch {
            throw .text(error)
        }
    }

    /// The member that could not be decoded.
    private static func member(_ error: any Error) -> String {
        let path: [any CodingKey] =
            switch error {
            case DecodingError.keyNotFound(let key, let context): context.codingPath + [key]
            case DecodingError.typeMismatch(_, let context): context.codingPath
            case DecodingError.valueNotFound(_, let context): context.codingPath
            case DecodingError.dataCorrupted(let context): context.codingPath
            default: []
            }
        return path.isEmpty ? "The payload" : path.map(\.stringValue).joined(separator: ".")
    }
}
