/// gRPC's status codes, with their numbers (https://grpc.io/docs/guides/status-codes/).
public struct RPCCode: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The code's number, 0 to 16.
    public let number: UInt8

    /// The code of a number; numbers that gRPC does not define become ``unknown``.
    public init(number: UInt64) { self.number = number < UInt64(Self.names.count) ? UInt8(number) : 2 }

    /// The call succeeded.
    public static let ok = RPCCode(number: 0)
    /// The caller cancelled.
    public static let cancelled = RPCCode(number: 1)
    /// Something without a better code, such as an internal error of the service.
    public static let unknown = RPCCode(number: 2)
    /// The request itself is wrong, whatever state the service is in.
    public static let invalidArgument = RPCCode(number: 3)
    /// The deadline passed before the answer arrived.
    public static let deadlineExceeded = RPCCode(number: 4)
    /// The requested entity does not exist, or not for this caller.
    public static let notFound = RPCCode(number: 5)
    /// The entity to be created exists.
    public static let alreadyExists = RPCCode(number: 6)
    /// The caller is authenticated and lacks the right.
    public static let permissionDenied = RPCCode(number: 7)
    /// A quota or limit is exhausted, perhaps temporarily (then ``RPCError/retryAfter`` says for how long).
    public static let resourceExhausted = RPCCode(number: 8)
    /// The state does not allow the operation; retrying does not help until it is changed.
    public static let failedPrecondition = RPCCode(number: 9)
    /// A conflict with a concurrent operation; retry the whole sequence.
    public static let aborted = RPCCode(number: 10)
    /// Past the valid range, such as a page after the last.
    public static let outOfRange = RPCCode(number: 11)
    /// The service does not have this method.
    public static let unimplemented = RPCCode(number: 12)
    /// An invariant of the service was violated.
    public static let `internal` = RPCCode(number: 13)
    /// The service cannot be reached or is not ready; retry just this call.
    public static let unavailable = RPCCode(number: 14)
    /// Data is lost or damaged beyond repair.
    public static let dataLoss = RPCCode(number: 15)
    /// The caller is not authenticated: no token, or an invalid one.
    public static let unauthenticated = RPCCode(number: 16)

    /// Every code, by number.
    public static let allCases = names.indices.map { RPCCode(number: UInt64($0)) }

    /// gRPC's name of the code, `NOT_FOUND`.
    public var description: String { Self.names[Int(number)] }

    private static let names = [
        "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
        "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED",
        "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
    ]

    public init(from decoder: any Decoder) throws {
        self.init(number: try decoder.singleValueContainer().decode(UInt64.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}
