internal import Synchronization

/// What a handler knows of the call it answers.
///
/// A copy costs two references, for a call passes through interceptors, tasks and closures on its way.
public struct ServerCall: Sendable {
    let facts: SharedState
    private var caller: Caller?

    /// What does not change from the first interceptor to the last, but for what the call has done.
    final class SharedState: Sendable {
        let method: MethodDescriptor
        let header: OpenHeader
        let deadline: MonotonicInstant
        let received: MonotonicInstant
        let peer: String
        /// The connection's number; 0 in calls that came over none.
        let connection: UInt64
        let bodyHash: UInt64
        /// The most that is known to have been executed, see ``EffectTracker``.
        let executed = Atomic<UInt8>(Executed.no.rawValue)
        /// See ``ServerCall/noteDatabase(_:)``.
        let databaseNanoseconds = Atomic<UInt64>(0)
        /// Whether the stream's client has sent another token since: only then ``renewedToken`` is looked at.
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

    /// Whom an interceptor found the caller to be.
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

    /// Makes the context of a call that has come.
    init(_ facts: SharedState) { self.facts = facts }

    var header: OpenHeader { facts.header }

    /// The called method's name, safety and shape.
    public var method: MethodDescriptor { facts.method }
    /// When the answer is of no use any more, in this process's clock. Calls made by the handler inherit it.
    public var deadline: MonotonicInstant { facts.deadline }
    /// When the request came off the wire.
    public var received: MonotonicInstant { facts.received }
    /// The start of the server that the caller meant.
    package var incarnation: UInt64 { facts.header.incarnation }
    /// The caller's bearer token, nil when it sent none; in a stream the last one that its client has sent and that holds.
    public var token: AccessToken? {
        guard facts.isRenewed.load(ordering: .acquiring) else { return facts.header.token }
        return facts.renewedToken.withLock(\.self)
    }
    /// Names the effect, so that it happens once.
    public var idempotencyKey: IdempotencyKey? { facts.header.idempotencyKey }
    /// Which attempt of the caller this is, from 1.
    public var attempt: Int { facts.header.attempt }
    /// The trace that the call belongs to.
    public var trace: TraceContext { facts.header.trace }
    /// The caller's values.
    public var metadata: Metadata { facts.header.metadata }
    /// The last item that a follower had, when it comes back: what follows begins after it.
    public var resumeAfter: StreamPosition? { facts.header.resumeAfter }
    /// How much it matters. Calls made by the handler matter no more.
    public var criticality: Criticality { facts.header.criticality }
    /// The calling process, as it named itself when it connected: for logs, never for decisions.
    public var peer: String { facts.peer }
    /// What the call has done so far.
    public var effects: EffectTracker { EffectTracker(facts: facts) }
    /// Says that the handler waited so long for a database, the wait for its turn included. It is told to the caller
    /// (``CallTiming/databaseMicroseconds``); what ran at the same time counts each.
    public func noteDatabase(_ time: Duration) {
        facts.databaseNanoseconds.wrappingAdd(UInt64(clamping: time.wholeNanoseconds), ordering: .relaxed)
    }

    /// How long the handler has waited for databases so far.
    public var databaseTime: Duration { .nanoseconds(Int64(clamping: databaseNanoseconds)) }

    var databaseNanoseconds: UInt64 { facts.databaseNanoseconds.load(ordering: .relaxed) }

    /// A hash over the request's bytes, to tell a repeated key with another request.
    public var bodyHash: UInt64 { facts.bodyHash }

    /// Who calls, once an interceptor has found out.
    public var identity: (any Sendable)? {
        get { caller?.identity }
        set { caller = newValue.map { Caller($0, withholdsDetails: withholdsDetails) } }
    }

    /// Says who calls, once an interceptor has found out.
    ///
    /// - Parameters:
    ///   - identity: what handlers see as ``identity``.
    ///   - key: the same number for all calls of one caller over whatever connections: these share one caller's part of
    ///     the server. Nil: each connection counts as a caller.
    ///   - tokenEnds: when the caller's token ends, and its streams with it; nil: they go on.
    public mutating func identify(as identity: any Sendable, key: UInt64? = nil, tokenEnds: WallTime? = nil) {
        caller = Caller(identity, key: key, tokenEnds: tokenEnds, withholdsDetails: withholdsDetails)
    }

    /// When the caller's token ends; nil when no interceptor has said so.
    public var tokenEnds: WallTime? { caller?.tokenEnds }

    /// Whose work the call is, where callers take turns.
    public var share: FairShare {
        FairShare(caller: caller?.key ?? facts.connection, connection: facts.connection)
    }

    /// The call goes on with another token.
    func renew(with token: AccessToken) {
        facts.renewedToken.withLock { $0 = token }
        facts.isRenewed.store(true, ordering: .releasing)
    }

    /// Whether the caller is answered without details, see ``CallAccess/detailRoles``. False until an interceptor says
    /// otherwise: where callers are not told apart, none is told less.
    public var withholdsDetails: Bool { caller?.withholdsDetails ?? false }

    /// Has the caller answered without details.
    public mutating func withholdDetails() {
        caller = Caller(identity, key: caller?.key, tokenEnds: tokenEnds, withholdsDetails: true)
    }

    /// The call whose handler is running, nil outside of one. Clients inherit deadline, token and trace from it.
    @TaskLocal public static var current: ServerCall?
}
