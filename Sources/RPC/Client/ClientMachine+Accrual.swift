internal import DequeModule

// What a client does about a server that does not answer: see ``FailureAccrual``.
extension ClientMachine {
    /// Why a call is refused while others are held back; nil for the one that finds out, and for those that look.
    func heldBack(_ call: EncodedCall, now: MonotonicInstant) -> RPCError? {
        if mayProbe(call, now: now) || call.method.isDiagnostic { return nil }
        return .heldBack(from: configuration.target, for: accrual.timeLeft(at: now))
    }

    /// Whether a call that may wait has to wait for the probe. The first one after the pause is it.
    mutating func mustWaitForProbe(_ call: EncodedCall, id: CallID, now: MonotonicInstant) -> Bool {
        if call.method.isDiagnostic { return false }
        guard mayProbe(call, now: now) else { return true }
        accrual.begin(probe: id)
        return false
    }

    /// Whether a call may be the probe: when the pause is over, or instead of one that is out. A stream may have nothing to
    /// say although its server is well, and gives its place to a call that waits for one answer.
    private func mayProbe(_ call: EncodedCall, now: MonotonicInstant) -> Bool {
        if accrual.wantsProbe(at: now) { return true }
        guard let probe = accrual.probe.flatMap({ open[$0] }) else { return false }
        return probe.isStream && call.method.shape == .unary
            || probe.since.advanced(by: accrual.probePatience) <= now
    }

    /// The held call that is to be the next probe: the first that waits for one answer, else the first.
    private var nextProbe: Int? {
        held.isEmpty ? nil : held.firstIndex { $0.call.method.shape == .unary } ?? held.startIndex
    }

    /// When a held call is to be the probe; nil when that depends on something else.
    var nextProbeTime: MonotonicInstant? {
        guard !accrual.isPassing, let next = nextProbe else { return nil }
        if let end = accrual.pauseEnd { return end }
        guard let probe = accrual.probe.flatMap({ open[$0] }) else { return nil }
        return mayProbe(held[next].call, now: lastNow) ? lastNow : probe.since.advanced(by: accrual.probePatience)
    }

    /// Has a held call be the probe once the pause is over, or the probe that is out gives its place up.
    mutating func probeWhenDue(_ now: MonotonicInstant) {
        guard let next = nextProbe, mayProbe(held[next].call, now: now) else { return }
        accrual.begin(probe: release(held.remove(at: next)))
        pump()
    }

    /// The probe may have ended in a way that says nothing of the server, such as its caller's cancellation.
    mutating func resolveProbe() {
        guard let probe = accrual.probe, open[probe] == nil, index(of: probe, in: waiting) == nil else { return }
        accrual.withdrawProbe(at: lastNow)
        probeWhenDue(lastNow)
    }

    /// The server has answered a call: what was held back goes on.
    mutating func noteAnswer() {
        let wasPassing = accrual.isPassing
        accrual.answered(at: lastHeard)
        if !wasPassing { releaseAll() }
    }

    /// The server says that it still has a stream. That is not an answer: its socket's thread says so, whatever becomes of
    /// calls. But it need not be said of a quiet stream that its server does not answer.
    mutating func noteLife(of call: CallID) {
        guard accrual.probe == call else { return }
        accrual.sawKeepAlive()
        releaseAll()
    }

    private mutating func releaseAll() {
        while let call = held.popFirst() { _ = release(call) }
        pump()
    }

    /// A call's time is over.
    mutating func noteDeadline(of call: CallID, since begin: MonotonicInstant, now: MonotonicInstant) {
        // Where nobody is to be reached nobody has failed to answer, and calls that do not wait end at once anyway.
        if case .unreachable = phase { return }
        if accrual.isFault(since: begin, until: now) { noteFailure(of: call, now: now) }
    }

    /// A call has failed in a way that speaks against the server. When that begins a pause, what was not sent yet is held
    /// back, too.
    mutating func noteFailure(of call: CallID, now: MonotonicInstant) {
        let wasPausing = accrual.pauseEnd != nil
        accrual.failed(call, at: now)
        guard !wasPausing, accrual.pauseEnd != nil else { return }
        let unsent = waiting
        waiting.removeAll()
        for call in unsent {
            if call.call.method.isDiagnostic {
                waiting.append(call)
            } else if call.call.waitForReady {
                held.insert(call, at: held.firstIndex { $0.id > call.id } ?? held.endIndex)
            } else {
                blocked.remove(call.id)
                let error = RPCError.heldBack(from: configuration.target, for: accrual.timeLeft(at: now))
                ended.append((call.owner, .failure(error)))
            }
        }
    }

    /// Lets a call go on that was held back. It gets a new number, since numbers ascend in the order in which calls go out.
    private mutating func release(_ call: WaitingCall) -> CallID {
        lastCall += 1
        if call.call.deadline < .distantFuture { deadlines.insert(lastCall, at: call.call.deadline) }
        if blocked.remove(call.id) != nil { blocked.insert(lastCall) }
        renumbered.append((call.owner, lastCall))
        waiting.append(WaitingCall(id: lastCall, owner: call.owner, call: call.call, since: lastNow))
        return lastCall
    }
}

extension MethodDescriptor {
    /// Whether calling it is how one looks what is the matter with a server: such calls are never held back.
    fileprivate var isDiagnostic: Bool { name == Sys.Ping.fullMethod || name == Sys.GetHealth.fullMethod }
}
