internal import CBOR

/// A type that errors can carry as a detail: plain data with a stable name.
public protocol RPCDetail: Codable, Sendable {
    /// The name on the wire, such as `hearth.InvalidField`.
    static var typeName: String { get }
}

/// One typed detail of an error, still encoded: callers decode the types they know.
public struct RPCErrorDetail: Sendable, Hashable {
    /// The detail's type name, see ``RPCDetail/typeName``.
    public var type: String
    /// Its CBOR encoding.
    public var body: [UInt8]

    /// Wraps a detail received from the wire.
    public init(type: String, body: [UInt8]) {
        self.type = type
        self.body = body
    }

    /// Encodes a detail. A detail that cannot be encoded is sent without its content.
    public init<Detail: RPCDetail>(_ detail: Detail) {
        type = Detail.typeName
        body = (try? CBOREncoder().encode(detail)) ?? [0xa0]
    }

    /// Decodes the detail.
    ///
    /// - Throws: `CBORError` or `DecodingError` when it is not a `Detail`.
    public func decode<Detail: RPCDetail>(_ type: Detail.Type) throws -> Detail {
        try CBORDecoder().decode(Detail.self, from: body)
    }
}

/// The detail of an INVALID_ARGUMENT: the field, and the valid values.
public struct InvalidField: RPCDetail {
    public static let typeName = "rpc.InvalidField"
    /// The field's path in the request, `filters.year`.
    public var field: String
    /// What is wrong, for people.
    public var problem: String

    /// Names a field and what is wrong with it.
    public init(field: String, problem: String) {
        self.field = field
        self.problem = problem
    }
}

extension RPCError {
    /// INVALID_ARGUMENT with the field's name; nothing was executed beyond validating the request.
    public static func invalidArgument(_ field: String, _ problem: String) -> RPCError {
        RPCError(
            .invalidArgument, "\(field): \(problem)",
            details: [RPCErrorDetail(InvalidField(field: field, problem: problem))])
    }
}
