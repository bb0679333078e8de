internal import DequeModule

// The client's failure accrual: holds calls back while the server does not answer, see ``FailureAccrual``.
extension ClientMachine {
    /// The error of a call while calls are held back; nil for the probe and for diagnostic calls.
    func heldBack(_ call: EncodedCall, now: MonotonicInstant) -> RPCError? {
        if mayProbe(call, now: now) || call.method.isDiagnostic { return nil }
        return .heldBack(from: configuration.target, for: accrual.timeLeft(at: now))
    }

    /// Whether a call that waits for readiness has to wait for the probe. The first one after the pause becomes the
    /// probe.
    mutating func mustWaitForProbe(_ call: EncodedCall, id: CallID, now: MonotonicInstant) -> Bool {
        if call.method.isDiagnostic { return false }
        guard mayProbe(call, now: now) else { return true }
        accrual.begin(probe: id)
        return false
    }

    /// Whether a call may be the probe: when the pause is over, or in place of the probe in flight. A stream may
    /// receive nothing although its server is well, so it gives its place to a unary call.
    private func mayProbe(_ call: EncodedCall, now: MonotonicInstant) -> Bool {
        if accrual.wantsProbe(at: now) { return true }
        guard let probe = accrual.probe.flatMap({ open[$0] }) else { return false }
        return probe.isStream && call.method.shape == .unary
            || probe.since.advanced(by: accrual.probePatience) <= now
    }

    /// The held call that becomes the next probe: the first unary one, else the first.
    private var nextProbe: Int? {
        held.isEmpty ? nil : held.firstIndex { $0.call.method.shape == .unary } ?? held.startIndex
    }

    /// When a held call becomes the probe; nil when that does not depend on the time.
    var nextProbeTime: MonotonicInstant? {
        guard !accrual.isPassing, let next = nextProbe else { return nil }
        if let end = accrual.pauseEnd { return end }
        guard let probe = accrual.probe.flatMap({ open[$0] }) else { return nil }
        return mayProbe(held[next].call, now: lastNow) ? lastNow : probe.since.advanced(by: accrual.probePatience)
    }

    /// Makes a held call the probe once the pause is over, or once the probe in flight gives up its place.
    mutating func probeWhenDue(_ now: MonotonicInstant) {
        guard let next = nextProbe, mayProbe(held[next].call, now: now) else { return }
        accrual.begin(probe: release(held.remove(at: next)))
        pump()
    }

    /// Handles a probe that ended without saying anything about the server, such as by its caller's cancellation.
    mutating func resolveProbe() {
        guard let probe = accrual.probe, open[probe] == nil, index(of: probe, in: waiting) == nil else { return }
        accrual.withdrawProbe(at: lastNow)
        probeWhenDue(lastNow)
    }

    /// The server has answered a call: releases the held calls.
    mutating func noteResponse() {
        let wasPassing = accrual.isPassing
        accrual.responded(at: lastHeard)
        if !wasPassing { releaseAll() }
    }

    /// The server sent a keepalive of a stream. That is not an answer: the socket thread sends it whatever the handlers
    /// do. But a quiet stream with keepalives does not count as a failure either.
    mutating func noteLife(of call: CallID) {
        guard accrual.probe == call else { return }
        accrual.sawKeepAlive()
        releaseAll()
    }

    private mutating func releaseAll() {
        while let call = held.popFirst() { _ = release(call) }
        pump()
    }

    /// A call's deadline has passed.
    mutating func noteDeadline(of call: CallID, since begin: MonotonicInstant, now: MonotonicInstant) {
        // An unreachable server has not failed to answer, and calls that do not wait for readiness end at once anyway.
        if case .unreachable = phase { return }
        if accrual.isFault(since: begin, until: now) { noteFailure(of: call, now: now) }
    }

    /// A call has failed in a way that counts against the server. When that begins a pause, unsent calls are held back,
    /// too.
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

    /// Releases a held call. It gets a new number, since numbers ascend in the order in which calls are sent.
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
    /// Whether a call is a diagnostic of the server (ping, health): such calls are never held back.
    fileprivate var isDiagnostic: Bool { name == SystemServiceNames.ping || name == SystemServiceNames.health }
}
