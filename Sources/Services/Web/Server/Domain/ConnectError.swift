internal import CBOR
internal import Foundation
internal import HTTPServer
internal import RPC

/// An error of a call as the Connect protocol has it: an object with code, message and details, and the status of the code.
struct ConnectError: Error, Sendable {
    let error: RPCError

    init(_ error: RPCError) { self.error = error }

    init(_ code: RPCCode, _ message: String, executed: Executed = .no) {
        error = RPCError(code, message, executed: executed)
    }

    /// The name of the detail that every error has: whether the call had an effect, and when it may be repeated.
    static let outcomeType = "hearth.web.Outcome"

    private static let names: [RPCCode: (name: String, status: Int)] = [
        .cancelled: ("canceled", 499), .unknown: ("unknown", 500), .invalidArgument: ("invalid_argument", 400),
        .deadlineExceeded: ("deadline_exceeded", 504), .notFound: ("not_found", 404),
        .alreadyExists: ("already_exists", 409), .permissionDenied: ("permission_denied", 403),
        .resourceExhausted: ("resource_exhausted", 429), .failedPrecondition: ("failed_precondition", 400),
        .aborted: ("aborted", 409), .outOfRange: ("out_of_range", 400), .unimplemented: ("unimplemented", 501),
        .internal: ("internal", 500), .unavailable: ("unavailable", 503), .dataLoss: ("data_loss", 500),
        .unauthenticated: ("unauthenticated", 401),
    ]

    /// Connect's name of the code.
    var name: String { Self.names[error.code]?.name ?? "unknown" }

    /// The status of HTTP.
    var status: Int { Self.names[error.code]?.status ?? 500 }

    /// The error object as JSON.
    var json: String {
        var details = [outcome]
        for detail in error.details {
            var pairs = [
                CBORValue.Pair(.text("type"), .text(detail.type)),
                CBORValue.Pair(.text("value"), .text(Data(detail.body).base64EncodedString())),
            ]
            if let value = try? CBORDecoder().decode(CBORValue.self, from: detail.body) {
                pairs.append(CBORValue.Pair(.text("debug"), value))
            }
            details.append(.map(pairs))
        }
        let object = CBORValue.map([
            CBORValue.Pair(.text("code"), .text(name)), CBORValue.Pair(.text("message"), .text(error.message)),
            CBORValue.Pair(.text("details"), .array(details)),
        ])
        return Schema().json(from: object, as: Schema.Shape(.any))
    }

    private var outcome: CBORValue {
        let executed =
            switch error.executed {
            case .no: "no"
            case .maybe: "maybe"
            case .yes: "yes"
            }
        var pairs = [CBORValue.Pair(.text("executed"), .text(executed))]
        if let after = error.retryAfter {
            pairs.append(CBORValue.Pair(.text("retryAfterMilliseconds"), .integer(after.wholeMilliseconds)))
        }
        if let origin = error.origin { pairs.append(CBORValue.Pair(.text("origin"), .text(origin))) }
        let value = CBORValue.map(pairs)
        let encoded = (try? CBOREncoder().encode(value)) ?? []
        return .map([
            CBORValue.Pair(.text("type"), .text(Self.outcomeType)),
            CBORValue.Pair(.text("value"), .text(Data(encoded).base64EncodedString())),
            CBORValue.Pair(.text("debug"), value),
        ])
    }

    /// The response.
    var response: HTTPResponse {
        var fields: HeaderFields = ["Content-Type": "application/json", "Cache-Control": "no-store"]
        if let after = error.retryAfter {
            // Whole seconds, rounded up (RFC 9110, section 10.2.3).
            fields.add("Retry-After", "\((after.wholeMilliseconds + 999) / 1_000)")
        }
        return HTTPResponse(status, fields: fields, bytes: Array(json.utf8))
    }
}
