// Scheduling of calls.
extension ServerEngine {
    /// Starts a call now, or queues it for its caller's turn.
    func start(_ job: RunningCall, of share: FairShare, now: MonotonicInstant) {
        if job.slotKind.isSystem { return begun.append(job) }
        window.noteCall(of: share.connection, at: now)
        if queued.isEmpty, window.hasRoom(at: now) { return begin(job, at: .ordinary) }
        guard window.hasPriorityRoom, queued.isNew(share.caller) else {
            return enqueue(job, of: share, now: now)
        }
        queued.noteTurn(of: share.caller)
        begin(job, at: .ahead)
    }

    private func begin(_ job: RunningCall, at slot: DispatchWindow.Slot) {
        window.take(slot)
        job.dispatchSlot = slot
        if slot == .ahead { runtime.spawn(ahead: job) } else { begun.append(job) }
    }

    private func enqueue(_ job: RunningCall, of share: FairShare, now: MonotonicInstant) {
        queued.append(job, of: share)
        guard nextRelease == nil else { return }
        // The first one in the queue: long-running calls, streams above all, release their places at once.
        releaseLongRunning(now)
    }

    /// Starts queued calls while there are places. Cancelled ones end without a place.
    func startQueued(_ now: MonotonicInstant) {
        while window.hasRoom(at: now), let job = queued.popFirst() {
            if job.isCancelled {
                endUnstarted(job, now: now)
            } else {
                job.started = now
                begin(job, at: .ordinary)
            }
        }
        if queued.isEmpty { nextRelease = nil }
    }

    /// Notes that a call's task has ended.
    func noteEnded(_ job: RunningCall, lagMicroseconds: UInt64) {
        guard !job.slotKind.isSystem else { return }
        // Calls that went ahead have waited less than others do.
        if job.dispatchSlot != .ahead { window.note(lagMicroseconds: lagMicroseconds, isBacklogged: !queued.isEmpty) }
        releaseDispatchSlot(of: job)
    }

    private func releaseDispatchSlot(of job: RunningCall) {
        window.releaseSlot(job.dispatchSlot)
        job.dispatchSlot = .none
    }

    /// Releases the places of long-running calls for queued ones, when it is time.
    func releaseIfDue(_ now: MonotonicInstant) {
        guard let nextRelease, nextRelease <= now else { return }
        releaseLongRunning(now)
        startBegun()
    }

    private func releaseLongRunning(_ now: MonotonicInstant) {
        for job in running.values
        where job.dispatchSlot != .none && job.started.advanced(by: DispatchWindow.longRun) <= now {
            releaseDispatchSlot(of: job)
        }
        nextRelease = now.advanced(by: DispatchWindow.longRun)
        startQueued(now)
    }

    /// Ends all queued calls: the grace is over.
    func endQueued() {
        let now = runtime.now
        for job in queued.removeAll() {
            endUnstarted(job, now: now)
        }
        nextRelease = nil
    }

    /// Ends a call whose task was not started.
    private func endUnstarted(_ job: RunningCall, now: MonotonicInstant, because error: RPCError? = nil) {
        guard takeOut(job) else { return }
        let call = job.run.call
        var reason = error ?? RPCError(.cancelled, "The call was cancelled.", executed: .no)
        if error == nil {
            do { try call.refuseIfTooLate(at: now, isCancelled: true) } catch { reason = error }
        }
        finish(job.key, job.method, CallRun(refused: call, reason, at: now))
    }

    /// Frees a slot for a caller's call in a full server, at the cost of a caller with many queued calls.
    ///
    /// - Returns: whether there is a free slot now.
    func freeSlot(for share: FairShare, now: MonotonicInstant) -> Bool {
        guard let victim = queued.removeLast(inFavourOf: share.caller) else { return false }
        let wait = queuedMicroseconds(of: victim.run.call.share, now: now)
        endUnstarted(
            victim, now: now, because: refusal(because: .callerShare, wait: .microseconds(Int64(clamping: wait))))
        return true
    }

    /// How long the oldest queued call of a caller's connection has waited, in microseconds.
    func queuedMicroseconds(of share: FairShare, now: MonotonicInstant) -> UInt64 {
        guard !queued.isEmpty, let first = queued.first(of: share) else { return 0 }
        return first.facts.received.microseconds(to: now)
    }
}

extension ConcurrencyLimiter.Kind {
    var isSystem: Bool { self == .system || self == .systemStream }
}
