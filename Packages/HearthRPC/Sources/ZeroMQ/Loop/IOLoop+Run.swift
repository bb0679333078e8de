internal import CZeroMQ
internal import Glibc
internal import Synchronization

extension IOLoop {
    /// How long the loop sleeps when sources ask for turns and then do nothing: 1 ms.
    private static let idleWakeNanoseconds = MonotonicClock.millisecond

    /// How many such turns in a row are tolerated before it sleeps.
    private static let futileTurnsAllowed = 3

    /// The thread's main function.
    func runUntilStopped() {
        var hasAnnouncedSleep = false
        var now = MonotonicClock.now
        while !shouldStop.load(ordering: .acquiring) {
            let didSomething = runTurn(at: now)
            now = endTurn(began: now)
            if didSomething {
                idleTurns = 0
                if hasAnnouncedSleep { inbox.isAsleep.store(false, ordering: .relaxed) }
                hasAnnouncedSleep = false
            } else if !hasAnnouncedSleep {
                // One more turn after the announcement: see `IOLoopInbox`.
                inbox.isAsleep.store(true, ordering: .relaxed)
                hasAnnouncedSleep = true
            } else {
                sleep(at: now)
                inbox.isAsleep.store(false, ordering: .relaxed)
                hasAnnouncedSleep = false
                now = MonotonicClock.now
            }
        }
        finish()
    }

    private func runTurn(at now: UInt64) -> Bool {
        inbox.take(&items)
        var didSomething = !items.isEmpty
        if didSomething {
            counters.operations.count(UInt64(items.count))
            run(items)
            items.removeAll(keepingCapacity: true)
        }
        // By index, and over a snapshot of the count: sources are added and removed during their turns.
        for source in sources where source.turn(at: now) { didSomething = true }
        for source in sources { source.endTurn() }
        return didSomething
    }

    private func endTurn(began: UInt64) -> UInt64 {
        let now = MonotonicClock.now
        let duration = now &- began
        counters.turns.count()
        if duration > IOLoop.slowTurnNanoseconds { counters.slowTurns.count() }
        if duration > counters.longestTurn.load(ordering: .relaxed) {
            counters.longestTurn.store(duration, ordering: .relaxed)
        }
        return now
    }

    /// Waits until an event occurs or the earliest timer of a source is due.
    private func sleep(at now: UInt64) {
        if isPollSetStale { rebuildPollSet() }
        var wait = sources.lazy.compactMap(\.nextWake).min().map { $0 > now ? $0 - now : 0 }
        if watched.contains(where: \.mayHaveInput) { wait = 0 }
        idleTurns = wait == 0 ? idleTurns + 1 : 0
        if wait == 0 {
            // A timer became due, or input was left unread, during the turn: the next turn handles it, or should.
            guard idleTurns > IOLoop.futileTurnsAllowed else { return }
            wait = IOLoop.idleWakeNanoseconds
            counters.idleWakes.count()
        }
        counters.sleeps.count()
        var time = timespec()
        let ready = pollFiles.withUnsafeMutableBufferPointer { files -> Int32 in
            guard let wait else { return ppoll(files.baseAddress, nfds_t(files.count), nil, nil) }
            time.tv_sec = Int(wait / MonotonicClock.second)
            time.tv_nsec = Int(wait % MonotonicClock.second)
            return ppoll(files.baseAddress, nfds_t(files.count), &time, nil)
        }
        guard ready > 0 else { return }
        if pollFiles[0].revents != 0 { inbox.clearSignal() }
        for (index, socket) in watched.enumerated() where pollFiles[index + 1].revents != 0 {
            socket.mayHaveInput = true
        }
    }

    private func rebuildPollSet() {
        pollFiles.removeAll(keepingCapacity: true)
        for file in [inbox.eventFile] + watched.map(\.fileDescriptor) {
            pollFiles.append(pollfd(fd: file, events: Int16(POLLIN), revents: 0))
        }
        isPollSetStale = false
    }

    /// Notifies the sources, runs everything submitted until then, and closes the inbox.
    private func finish() {
        for source in sources { source.loopWillStop() }
        repeat {
            run(items)
            items.removeAll()
            // Within the loop: releasing them may submit something.
            sources.removeAll()
            for socket in watched { socket.watcher = nil }
            watched.removeAll()
        } while !takeLast()
    }

    /// Takes the submitted items; when there are none the inbox closes, and the loop no longer owns its thread. Later
    /// submitters run their items themselves, so this is the last thing that the thread does here.
    private func takeLast() -> Bool {
        inbox.state.withLock { state in
            swap(&state.items, &items)
            state.isClosed = items.isEmpty
            if state.isClosed { setCurrentThread(0) }
            return state.isClosed
        }
    }
}
