import ChaosHistory
import ProfilesAPI
import RPC
import RPCInProcess

extension SimulationPlan {
    /// Runs it on the calling thread.
    ///
    /// - Throws: why there is no household to begin with.
    package func run() throws -> SimulationOutcome { try HouseholdRun(self).outcome() }

    /// Runs it once more, and holds that run against an earlier one.
    ///
    /// - Returns: the earlier outcome, with a violation when both are not the same.
    /// - Throws: why there is no household to begin with.
    package func repeating(_ first: SimulationOutcome) throws -> SimulationOutcome {
        var outcome = first
        if let difference = try run().difference(from: first) {
            outcome.violations.append(
                Violation(checker: "repeats", kind: "differs", object: "", sentence: difference, operations: []))
        }
        return outcome
    }
}

extension HouseholdRun {
    /// When a run that goes on is taken for one that waits for what never comes.
    private static let longest = Duration.seconds(900)
    /// When tasks that run at one instant are taken for ones that yield to each other forever. All of a week has some 100,000 jobs.
    private static let maximumJobsAtOnce = 1_000_000
    /// How long nothing happens before the last look.
    private static let quiet = Duration.seconds(1)

    /// After this playback-state has asked again for the cards that it was not given.
    private static let cardsTime = Duration.seconds(12)

    /// Runs to the end, and judges.
    func outcome() throws -> SimulationOutcome {
        let begun = simulation.wallTime
        let end = simulation.now.advanced(by: Self.longest)
        let ended = simulation.run(until: end, maximumJobs: Self.maximumJobsAtOnce) { [self] in
            do {
                try await live()
            } catch {
                report("recovery", "failed", "household", "\(error)")
            }
            await household.end()
        }
        if !ended { report("recovery", "stuck", "household", "a task waits without end") }
        return judged(ended: ended, begun)
    }

    private func live() async throws {
        if plan.isFounded {
            facts = try await household.found()
        } else {
            try await household.start()
        }
        household.internet.faultsDisabled = false
        let watches: [AnyObject] = [CallChecks(self), FrameChecks(self), LogChecks(self)]
        let tracker = track()
        let player = SimulatedFaultRunner(self)
        let begun = simulation.now
        let devices = Dictionary(grouping: plan.operations, by: \.device).sorted { $0.key < $1.key }
        let living = devices.map { SimulatedDevice($0.key, in: self) }
        await withTaskGroup { group in
            for (device, operations) in zip(living, devices.map(\.value)) {
                group.addTask { await device.live(operations, since: begun) }
            }
            group.addTask { await player.play(since: begun) }
            await group.waitForAll()
        }
        try await household.heal()
        // A stream whose opening was lost is opened again when the look after the idle limit has found it silent.
        try await simulation.sleep(for: plan.hidesProfiles ? RPCLimits().streamIdle * 2 : Self.quiet)
        await RecoveryChecks(run: self).all(zip(living, devices.map(\.value)).map { ($0, $1) })
        for device in living { device.close() }
        if recorder.history.objects.contains(HouseholdCheckers.childsQueue) {
            try await simulation.sleep(for: Self.cardsTime)
        }
        // What is read at last is judged as a whole: everybody has heard of everything by then.
        let events = EventChecks(run: self)
        await events.arrival()
        recorder.beginFinalPhase()
        let reads = FinalReads(self)
        await reads.all()
        await DownloadChecks(run: self).all(by: reads.device)
        await ExternalStateChecks(run: self).all()
        tracker.cancel()
        await tracker.value
        events.order()
        let traces = RemnantChecks(run: self)
        await traces.search()
        // A month later kept answers are gone, too, which a search would miss.
        await ExpiryChecks(run: self).all(by: reads.device)
        await traces.searchDownloads()
        withExtendedLifetime(watches) {}
        reads.device.close()
    }

    /// Follows the household's events from beginning to end.
    private func track() -> Task<Void, Never> {
        simulation.spawn { [self] in
            while !Task.isCancelled {
                let profiles = household.client(Profiles.self, of: "profiles", token: nil)
                do {
                    let events = profiles.follow(Profiles.FollowEvents(), after: delivered.last?.position) {
                        [self] () async throws(RPCError) -> CallOptions in
                        // No deadline, and a token that holds now.
                        try await CallOptions(token: watcherToken())
                    }
                    for try await element in events {
                        delivered.append(
                            DeliveredEvents(
                                position: element.position, deleted: element.item.profileDeleted?.profile,
                                isSnapshot: element.item.snapshot != nil))
                    }
                } catch {
                    simulation.note("tracker: \(error)")
                }
                try? await simulation.sleep(for: .milliseconds(20))
            }
        }
    }

    private func watcherToken() async throws(RPCError) -> AccessToken {
        do {
            return try await household.signIn()
        } catch let error as RPCError {
            throw error
        } catch {
            throw RPCError(.unavailable, "\(error)", executed: .no)
        }
    }

    // MARK: The end

    private func judged(ended: Bool, _ begun: WallTime) -> SimulationOutcome {
        for host in household.addresses { count(host.faultCounts) }
        if simulation.foreignJobs > 0 {
            report(
                "own-thread", "foreign-jobs", "household",
                "\(simulation.foreignJobs) jobs came from another thread: this run does not repeat")
        }
        var outcome = SimulationOutcome()
        outcome.history = recorder.history
        outcome.verdicts = outcome.history.check(HouseholdCheckers.all(self))
        outcome.violations = violations + outcome.verdicts.flatMap(\.violations)
        (outcome.trace, outcome.jobs) = (simulation.trace, simulation.steps)
        outcome.virtualTime = simulation.now.nanoseconds
        outcome.wallSeconds = simulation.wallTime.secondsSince1970 - begun.secondsSince1970
        outcome.foreignJobs = simulation.foreignJobs
        outcome.ended = ended
        outcome.skipped = skipped
        outcome.deaths = household.machines.map(\.deaths).reduce(0, +)
        outcome.events = events
        outcome.faults = faults
        return outcome
    }

    private func count(_ frames: InProcessFaultCounts) {
        count("frames lost", times: frames.lost)
        count("frames doubled", times: frames.doubled)
        count("frames delayed", times: frames.delayed)
        count("frames reordered", times: frames.reordered)
        count("frames cut off", times: frames.cutOff)
    }
}
