internal import HearthModel
public import RPC

/// The identity of a keyed change: caller, method, key and content.
///
/// The household is the shard that it is written to.
public struct KeyedCall: Sendable, Hashable {
    /// The token's subject, so that keys of two people never collide.
    public let subject: String
    /// The method's full name.
    public let method: String
    /// The caller's key.
    public let key: IdempotencyKey
    /// A hash of the request body, to detect another request under the same key.
    public let bodyHash: UInt64

    /// Creates the identity of a keyed change.
    public init(subject: String, method: String, key: IdempotencyKey, bodyHash: UInt64) {
        self.subject = subject
        self.method = method
        self.key = key
        self.bodyHash = bodyHash
    }

    /// Takes the identity from a call.
    ///
    /// - Parameter subject: the caller's subject; nil takes it from the call's ``Household/Viewer``.
    /// - Throws: INVALID_ARGUMENT without a key, UNAUTHENTICATED without a subject.
    public init(_ call: ServerCall, subject: String? = nil) throws(RPCError) {
        guard let key = call.idempotencyKey else {
            throw RPCError(
                .invalidArgument,
                "\(call.method.name) needs an idempotency key, so that a repeated call has one effect.",
                executed: .no)
        }
        guard let subject = subject ?? (call.identity as? Viewer)?.subject else {
            throw RPCError(.unauthenticated, "\(call.method.name) needs a token.", executed: .no)
        }
        self.init(subject: subject, method: call.method.name, key: key, bodyHash: call.bodyHash)
    }
}
