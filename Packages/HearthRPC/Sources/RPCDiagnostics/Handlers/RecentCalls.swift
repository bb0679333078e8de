internal import RPC

/// The most recent failed and slow calls, a fixed number of each: frequent failures do not push out slow calls.
struct RecentCalls: Sendable {
    private let slowMilliseconds: Int64
    private var failed: Ring
    private var slow: Ring

    init(_ limits: RPCLimits) {
        slowMilliseconds = limits.slowCall.wholeMilliseconds
        (failed, slow) = (Ring(capacity: limits.recentCalls), Ring(capacity: limits.recentCalls))
    }

    /// Keeps a call that has failed, or has succeeded slowly.
    mutating func note(_ call: EndedCall) {
        if call.code == .ok { slow.put(call) } else { failed.put(call) }
    }

    /// The calls as `sys.GetTraces` reports them.
    func traces(at now: MonotonicInstant) -> Sys.Traces {
        Sys.Traces(
            failed: failed.latestFirst.map { Sys.CallTrace($0, at: now) },
            slow: slow.latestFirst.map { Sys.CallTrace($0, at: now) },
            slowMilliseconds: UInt64(clamping: slowMilliseconds))
    }

    /// A ring buffer of the most recent entries.
    struct Ring: Sendable {
        private let capacity: Int
        private var calls: [EndedCall] = []
        private var next = 0

        init(capacity: Int) { self.capacity = capacity }

        mutating func put(_ call: EndedCall) {
            if calls.count < capacity {
                calls.append(call)
            } else if capacity > 0 {
                calls[next] = call
                next = (next + 1) % capacity
            }
        }

        /// The entries, latest first.
        var latestFirst: [EndedCall] { (calls[next...] + calls[..<next]).reversed() }
    }
}

extension Sys.CallTrace {
    fileprivate init(_ call: EndedCall, at now: MonotonicInstant) {
        self.init(
            method: call.method.name, peer: call.peer, trace: call.trace.traceIDText, code: call.code.description,
            executed: "\(call.executed)", queueMicroseconds: call.timing.queueMicroseconds,
            handlerMicroseconds: call.timing.handlerMicroseconds,
            databaseMicroseconds: call.timing.databaseMicroseconds, criticality: call.criticality.rawValue,
            ageSeconds: call.ended.seconds(to: now))
    }
}
