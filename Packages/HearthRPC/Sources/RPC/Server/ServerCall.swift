internal import Synchronization

/// The context of the call that a handler answers.
///
/// A copy costs two references, since a call passes through interceptors, tasks and closures.
public struct ServerCall: Sendable {
    let facts: SharedState
    private var caller: Caller?

    /// State that stays the same from the first interceptor to the last, except for the call's effects.
    final class SharedState: Sendable {
        let method: MethodDescriptor
        let header: OpenHeader
        let deadline: MonotonicInstant
        let received: MonotonicInstant
        let peer: String
        /// The connection's number; 0 in calls without a connection.
        let connection: UInt64
        let bodyHash: UInt64
        /// The strongest known effect, see ``EffectTracker``.
        let executed = Atomic<UInt8>(Executed.no.rawValue)
        /// See ``ServerCall/noteDatabase(_:)``.
        let databaseNanoseconds = Atomic<UInt64>(0)
        /// Whether the stream's client has sent another token since: only then ``renewedToken`` is read.
        let isRenewed = Atomic<Bool>(false)
        let renewedToken = Mutex<AccessToken?>(nil)

        init(
            method: MethodDescriptor, header: OpenHeader, deadline: MonotonicInstant, received: MonotonicInstant,
            peer: String, connection: UInt64, bodyHash: UInt64
        ) {
            (self.method, self.header, self.deadline, self.received) = (method, header, deadline, received)
            (self.peer, self.connection, self.bodyHash) = (peer, connection, bodyHash)
        }
    }

    /// The caller's identity, as an interceptor set it.
    private final class Caller: Sendable {
        let identity: (any Sendable)?
        let key: UInt64?
        let tokenEnds: WallTime?
        let withholdsDetails: Bool

        init(
            _ identity: (any Sendable)?, key: UInt64? = nil, tokenEnds: WallTime? = nil, withholdsDetails: Bool = false
        ) {
            (self.identity, self.key, self.tokenEnds) = (identity, key, tokenEnds)
            self.withholdsDetails = withholdsDetails
        }
    }

    /// Makes the context of a call. Servers do this; tests may.
    public init(
        method: MethodDescriptor, deadline: MonotonicInstant, received: MonotonicInstant, token: AccessToken? = nil,
        idempotencyKey: IdempotencyKey? = nil, attempt: Int = 1, trace: TraceContext, metadata: Metadata = Metadata(),
        resumeAfter: StreamPosition? = nil, criticality: Criticality = .critical, peer: String = "",
        identity: (any Sendable)? = nil, bodyHash: UInt64 = 0
    ) {
        let header = OpenHeader(
            method: .name(method.name), incarnation: 0, deadline: deadline, token: token,
            idempotencyKey: idempotencyKey, attempt: attempt, trace: trace, metadata: metadata,
            resumeAfter: resumeAfter, criticality: criticality)
        facts = SharedState(
            method: method, header: header, deadline: deadline, received: received, peer: peer, connection: 0,
            bodyHash: bodyHash)
        self.identity = identity
    }

    /// Makes the context of a received call.
    init(_ facts: SharedState) { self.facts = facts }

    var header: OpenHeader { facts.header }

    /// The called method's name, safety and shape.
    public var method: MethodDescriptor { facts.method }
    /// The deadline in this process's clock. Calls made by the handler inherit it.
    public var deadline: MonotonicInstant { facts.deadline }
    /// When the request was received.
    public var received: MonotonicInstant { facts.received }
    /// The server incarnation that the call is addressed to.
    public var incarnation: UInt64 { facts.header.incarnation }
    /// The caller's bearer token, nil when it sent none; in a stream the client's latest valid token.
    public var token: AccessToken? {
        guard facts.isRenewed.load(ordering: .acquiring) else { return facts.header.token }
        return facts.renewedToken.withLock(\.self)
    }
    /// Identifies the effect, so that it is applied once.
    public var idempotencyKey: IdempotencyKey? { facts.header.idempotencyKey }
    /// Which attempt of the caller this is, from 1.
    public var attempt: Int { facts.header.attempt }
    /// The trace that the call belongs to.
    public var trace: TraceContext { facts.header.trace }
    /// The caller's metadata.
    public var metadata: Metadata { facts.header.metadata }
    /// The last item that a resuming follower received: the stream begins after it.
    public var resumeAfter: StreamPosition? { facts.header.resumeAfter }
    /// The call's criticality. Calls made by the handler are at most as critical.
    public var criticality: Criticality { facts.header.criticality }
    /// The calling process, as it named itself when it connected: for logs, never for decisions.
    public var peer: String { facts.peer }
    /// The call's effects so far.
    public var effects: EffectTracker { EffectTracker(facts: facts) }
    /// Adds time that the handler waited for a database, queueing included. The caller receives it
    /// (``CallTiming/databaseMicroseconds``); concurrent queries count each.
    public func noteDatabase(_ time: Duration) {
        facts.databaseNanoseconds.wrappingAdd(UInt64(clamping: time.wholeNanoseconds), ordering: .relaxed)
    }

    /// The handler's total waiting time for databases so far.
    public var databaseTime: Duration { .nanoseconds(Int64(clamping: databaseNanoseconds)) }

    var databaseNanoseconds: UInt64 { facts.databaseNanoseconds.load(ordering: .relaxed) }

    /// A hash of the request's bytes, to tell a different request under a repeated idempotency key.
    public var bodyHash: UInt64 { facts.bodyHash }

    /// The caller's identity, once an interceptor has set it.
    public var identity: (any Sendable)? {
        get { caller?.identity }
        set { caller = newValue.map { Caller($0, withholdsDetails: withholdsDetails) } }
    }

    /// Sets the caller's identity; called by interceptors.
    ///
    /// - Parameters:
    ///   - identity: what handlers see as ``identity``.
    ///   - key: the same number for all calls of one caller over any connection: they share one caller's share of
    ///     the server. Nil: each connection counts as a caller.
    ///   - tokenEnds: when the caller's token expires, and its streams with it; nil: they do not expire.
    public mutating func identify(as identity: any Sendable, key: UInt64? = nil, tokenEnds: WallTime? = nil) {
        caller = Caller(identity, key: key, tokenEnds: tokenEnds, withholdsDetails: withholdsDetails)
    }

    /// When the caller's token expires; nil when no interceptor has set it.
    public var tokenEnds: WallTime? { caller?.tokenEnds }

    /// The call's share in fair queues.
    public var share: FairShare {
        FairShare(caller: caller?.key ?? facts.connection, connection: facts.connection)
    }

    /// Replaces the call's token.
    func renew(with token: AccessToken) {
        facts.renewedToken.withLock { $0 = token }
        facts.isRenewed.store(true, ordering: .releasing)
    }

    /// Whether the answer to this caller must omit details, see ``CallAccess/detailRoles``. False until an interceptor
    /// sets it: without authentication all callers get details.
    public var withholdsDetails: Bool { caller?.withholdsDetails ?? false }

    /// Makes the answer omit details.
    public mutating func withholdDetails() {
        caller = Caller(identity, key: caller?.key, tokenEnds: tokenEnds, withholdsDetails: true)
    }

    /// The call whose handler is running, nil outside of one. Clients inherit deadline, token and trace from it.
    @TaskLocal public static var current: ServerCall?
}
