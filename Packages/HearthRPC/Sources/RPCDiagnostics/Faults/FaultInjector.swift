public import RPC
internal import Synchronization

/// Injects faults into calls of some methods (latency, errors, refusals, hangs), as set by `sys.InjectFault`: for tests
/// of how callers handle them. A process that does not allow it has none.
///
/// All faults act before the handler, so that a call which a fault ends was not executed.
public final class FaultInjector: ServerInterceptor {
    private struct Rule {
        let fault: Sys.InjectFault
        let pattern: NamePattern
        let error: RPCError
        var random: SplitMix64
        let seed: UInt64
        let ends: MonotonicInstant
        var hits: UInt64 = 0

        var delays: Bool { fault.kind == .latency || fault.kind == .hang }

        func concerns(_ method: String, at now: MonotonicInstant) -> Bool {
            now < ends && hits < fault.count ?? .max && pattern.matches(method)
        }

        /// Whether the fault hits a call that matches it.
        mutating func draw() -> Bool {
            guard Double.random(in: 0..<1, using: &random) < fault.probability ?? 1 else { return false }
            hits += 1
            return true
        }

        /// How long a call is delayed.
        mutating func wait() -> Duration {
            let jitter = UInt32.random(in: 0...(fault.jitterMilliseconds ?? 0), using: &random)
            return .milliseconds(Int64(fault.milliseconds ?? 0) + Int64(jitter))
        }
    }

    /// The most faults of a process.
    private static let mostFaults = 64

    private let runtime: any Runtime
    private let rules = Mutex<[Rule]>([])

    /// Makes an injector without faults.
    public init(runtime: any Runtime) { self.runtime = runtime }

    // MARK: Calls

    public func admit(_ call: inout ServerCall) -> Admission {
        // The methods that remove faults have none.
        guard call.method.service != Sys.name else { return .pass }
        let (method, now) = (call.method.name, runtime.now)
        return rules.withLock { rules in
            let concerned = rules.indices.filter { rules[$0].concerns(method, at: now) }
            if concerned.contains(where: { rules[$0].delays }) { return .wait }
            for index in concerned where rules[index].draw() { return .refuse(rules[index].error) }
            return .pass
        }
    }

    public func check(_ call: inout ServerCall) async throws(RPCError) {
        for step in steps(for: call) {
            switch step {
            case .fail(let error): throw error
            case .wait(let time): try await wait(until: runtime.now.advanced(by: time), call)
            case .hang: try await wait(until: .distantFuture, call)
            }
        }
    }

    private enum Step {
        case wait(Duration)
        case hang
        case fail(RPCError)
    }

    /// The faults of a call, in order.
    private func steps(for call: ServerCall) -> [Step] {
        let now = runtime.now
        return rules.withLock { rules in
            rules.indices.compactMap { index in
                guard rules[index].concerns(call.method.name, at: now), rules[index].draw() else { return nil }
                return switch rules[index].fault.kind {
                case .latency: .wait(rules[index].wait())
                case .hang: .hang
                case .error, .refuse: .fail(rules[index].error)
                }
            }
        }
    }

    private func wait(until instant: MonotonicInstant, _ call: ServerCall) async throws(RPCError) {
        do {
            try await runtime.sleep(until: min(instant, call.deadline))
        } catch {
            throw RPCError(.cancelled, "The call was cancelled.", executed: .no)
        }
        if call.deadline <= instant { throw .deadlineExceeded("before the handler began", executed: .no) }
    }

    // MARK: Faults

    /// Adds a fault, replacing one of the same name.
    ///
    /// - Throws: INVALID_ARGUMENT; RESOURCE_EXHAUSTED when there are too many.
    func inject(_ fault: Sys.InjectFault) throws(RPCError) -> Sys.Fault {
        try Self.check(fault)
        let (now, seed) = (runtime.now, fault.seed ?? runtime.random())
        let rule = Rule(
            fault: fault, pattern: NamePattern(fault.pattern), error: try Self.error(of: fault),
            random: SplitMix64(seed: seed), seed: seed,
            ends: now.advanced(by: .seconds(fault.seconds ?? Sys.InjectFault.standardSeconds)))
        let isFull = rules.withLock { rules in
            rules.removeAll { $0.ends <= now || $0.fault.name == fault.name }
            if rules.count >= Self.mostFaults { return true }
            rules.append(rule)
            return false
        }
        if isFull {
            throw RPCError(.resourceExhausted, "The limit of \(Self.mostFaults) faults is reached.", executed: .no)
        }
        return Self.report(rule, at: now)
    }

    /// The active faults.
    var faults: [Sys.Fault] {
        let now = runtime.now
        return rules.withLock { rules in
            rules.removeAll { $0.ends <= now }
            return rules.map { Self.report($0, at: now) }
        }
    }

    /// Ends the fault of a name, or all; returns the ended ones.
    func clear(_ name: String?) -> [Sys.Fault] {
        let now = runtime.now
        return rules.withLock { rules in
            let gone = rules.filter { name == nil || $0.fault.name == name }
            rules.removeAll { name == nil || $0.fault.name == name }
            return gone.map { Self.report($0, at: now) }
        }
    }

    private static func check(_ fault: Sys.InjectFault) throws(RPCError) {
        if fault.name.isEmpty { throw .invalidArgument("name", "is empty") }
        if fault.pattern.isEmpty { throw .invalidArgument("pattern", "is empty") }
        for (field, text) in [("name", fault.name), ("pattern", fault.pattern)] {
            if text.utf8.count > Sys.InjectFault.longestTextBytes {
                throw .invalidArgument(field, "must be at most \(Sys.InjectFault.longestTextBytes) bytes")
            }
        }
        if let probability = fault.probability, !(0...1).contains(probability) {
            throw .invalidArgument("probability", "must be between 0 and 1")
        }
        if let seconds = fault.seconds, !(seconds > 0 && seconds <= Sys.InjectFault.longestSeconds) {
            throw .invalidArgument("seconds", "must be between 0 and \(Int(Sys.InjectFault.longestSeconds))")
        }
        if fault.kind == .latency, fault.milliseconds ?? 0 == 0, fault.jitterMilliseconds ?? 0 == 0 {
            throw .invalidArgument("milliseconds", "must be set: how long calls wait")
        }
    }

    private static func error(of fault: Sys.InjectFault) throws(RPCError) -> RPCError {
        if fault.kind == .refuse { return .shed("The server") }
        let name = fault.code ?? RPCCode.unavailable.description
        guard let code = RPCCode.allCases.first(where: { $0.description == name }), code != .ok else {
            throw .invalidArgument("code", "must be a gRPC code, such as UNAVAILABLE")
        }
        return RPCError(code, "The fault \"\(fault.name)\" was injected here.", executed: .no)
    }

    private static func report(_ rule: Rule, at now: MonotonicInstant) -> Sys.Fault {
        Sys.Fault(
            name: rule.fault.name, pattern: rule.fault.pattern, kind: rule.fault.kind.rawValue,
            milliseconds: rule.fault.milliseconds, jitterMilliseconds: rule.fault.jitterMilliseconds,
            code: rule.fault.kind == .error ? rule.error.code.description : nil,
            probability: rule.fault.probability ?? 1, hits: rule.hits, count: rule.fault.count,
            secondsLeft: now.seconds(to: rule.ends), seed: rule.seed)
    }
}
