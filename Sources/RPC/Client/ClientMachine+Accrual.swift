internal import DequeModule

// What a client does about a server that does not answer: see ``FailureAccrual``.
extension ClientMachine {
    /// Why a call is refused while others are held back; nil for the one that finds out, and for those that look.
    func heldBack(_ call: EncodedCall, now: MonotonicInstant) -> RPCError? {
        if accrual.wantsProbe(at: now) || call.method.looksAtServer { return nil }
        return .heldBack(from: configuration.target, for: accrual.timeLeft(at: now))
    }

    /// Whether a call that may wait has to wait for the probe. The first one after the pause is it.
    mutating func mustBeHeld(_ call: EncodedCall, id: CallID, now: MonotonicInstant) -> Bool {
        if call.method.looksAtServer { return false }
        guard accrual.wantsProbe(at: now) else { return true }
        accrual.begin(probe: id)
        return false
    }

    /// Has the call that waits longest be the probe once the pause is over.
    mutating func probeWhenDue(_ now: MonotonicInstant) {
        guard accrual.wantsProbe(at: now), let call = held.popFirst() else { return }
        accrual.begin(probe: release(call))
        pump()
    }

    /// The probe may have ended in a way that says nothing of the server, such as its caller's cancellation.
    mutating func lookAfterProbe() {
        guard let probe = accrual.probe, open[probe] == nil, index(of: probe, in: waiting) == nil else { return }
        accrual.withdrawProbe(at: lastNow)
        probeWhenDue(lastNow)
    }

    /// The server has answered a call: what was held back goes on.
    mutating func noteAnswer() {
        let wasPassing = accrual.isPassing
        accrual.answered(at: lastHeard)
        guard !wasPassing else { return }
        while let call = held.popFirst() { _ = release(call) }
        pump()
    }

    /// A call's time is over.
    mutating func noteDeadline(of call: CallID, since begin: MonotonicInstant, now: MonotonicInstant) {
        // Where nobody is to be reached nobody has failed to answer, and calls that do not wait end at once anyway.
        if case .unreachable = phase { return }
        if accrual.isFault(since: begin, until: now) { noteFailure(of: call, now: now) }
    }

    /// A call has failed in a way that speaks against the server. When that is enough, what was not sent yet is held back,
    /// too.
    mutating func noteFailure(of call: CallID, now: MonotonicInstant) {
        let wasPassing = accrual.isPassing
        accrual.failed(call, at: now)
        guard wasPassing, !accrual.isPassing else { return }
        let unsent = waiting
        waiting.removeAll()
        for call in unsent {
            if call.call.method.looksAtServer {
                waiting.append(call)
            } else if call.call.waitForReady {
                held.append(call)
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
    fileprivate var looksAtServer: Bool { name == Sys.Ping.fullMethod || name == Sys.GetHealth.fullMethod }
}
