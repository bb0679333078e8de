internal import CBOR
internal import ChaosHistory
internal import Foundation
internal import RPC

extension CallDetails {
    /// The longest recorded request or detail, in characters.
    private static let longest = 600

    /// What people may want to know of a call. A success at the first attempt needs no list of attempts.
    init(_ request: some Encodable, error: RPCError?, log: AttemptLog) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = (try? encoder.encode(request)).map { String(decoding: $0, as: UTF8.self) }
        let details = error?.details.map { detail in
            let value = (try? CBORDecoder().decode(CBORValue.self, from: detail.body)).map { " \($0)" } ?? ""
            return Self.shortened(detail.type + value)
        }
        let attempts = log.attempts
        self.init(
            request: json.map(Self.shortened), errorDetails: details ?? [],
            attempts: error == nil && attempts.count < 2 ? [] : attempts)
    }

    private static func shortened(_ text: String) -> String {
        text.count <= longest ? text : text.prefix(longest) + "…"
    }
}
