internal import Logging
internal import RPC

extension ShardDirectory {
    /// The interval of the maintenance that ``run()`` does.
    private static let maintenanceInterval = Duration.seconds(60)
    /// Old keys are removed in every one of these rounds.
    private static let roundsPerSweep = 30

    /// Opens all existing shards, one after the other, and finds missing ones.
    ///
    /// - Parameter wanted: limits this to some households; nil for all.
    /// - Returns: why shards could not be opened, by household.
    @discardableResult
    public func openExisting(of requested: Set<String>? = nil) async -> [String: any Error] {
        var failures: [String: any Error] = [:]
        await eraseRemains()
        for household in knownHouseholds() where requested?.contains(household) != false {
            do { _ = try await shard(for: household) } catch { failures[household] = error }
        }
        return failures
    }

    /// Opens the existing shards, then maintains all of them until the task is cancelled: closes idle ones, removes old
    /// keys, reserves the ballast again, and detects removed files.
    public func run() async throws {
        await openExisting()
        await withTaskGroup { group in
            group.addTask { [self] in await lookAfter() }
            // Simulated shards are checked when they are written to.
            if options.face == .queued { group.addTask { [self] in await watchFiles() } }
        }
    }

    /// Detects that the file of an open shard was deleted or replaced, even when it is not written to.
    private func watchFiles() async {
        while true {
            do { try await runtime.sleep(for: Shard.fileCheckInterval) } catch { return }
            for shard in openShards.values { await Blocking.run(options.face) { _ = shard.checkFileIdentity() } }
        }
    }

    private func lookAfter() async {
        var round = 0
        while true {
            do { try await runtime.sleep(for: Self.maintenanceInterval) } catch { return }
            round += 1
            await closeIdle()
            await eraseRemains()
            for (household, shard) in openShards {
                await Blocking.run(options.face) { _ = shard.ballast.fill() }
                guard round % Self.roundsPerSweep == 0 else { continue }
                do {
                    try await shard.sweepKeys()
                    try await shard.sweepOutbox()
                } catch {
                    logger.notice(
                        "Old keys and events could not be removed.",
                        metadata: ["household": "\(household)", "error": "\(error)"])
                }
            }
        }
    }

    /// Closes the shards that have been idle for ``ShardLimits/idleTime``.
    ///
    /// - Returns: the households whose shards were closed, sorted.
    @discardableResult
    public func closeIdle() async -> [String] {
        let oldest = runtime.now.advanced(by: .zero - options.limits.idleTime)
        var closed: [String] = []
        for (household, shard) in openShards.sorted(by: { $0.key < $1.key }) where shard.isIdle(since: oldest) {
            if await close(household, if: { $0 === shard && $0.isIdle(since: oldest) }) { closed.append(household) }
        }
        return closed
    }

    /// Closes all shards; none can be opened any more.
    public func close() async {
        endOpenings()
        while true {
            let households = open.households
            if households.isEmpty { return }
            for household in households {
                if await close(household, if: { _ in true }) { continue }
                // Another task is opening or closing it.
                await open.settled(household)
            }
        }
    }

    /// Closes a household's shard, if it is open.
    func close(_ household: String) async { _ = await close(household) { _ in true } }

    /// - Returns: whether the shard was open and met the condition, and is closed now.
    private func close(_ household: String, if condition: (Shard) -> Bool) async -> Bool {
        guard let shard = open.take(household, if: condition) else { return false }
        await shard.close()
        open.settle(household, nil, nil)
        return true
    }
}
