package import GRDB
package import HearthModel
package import RPC

/// What every service does alike with its log: pages, notices, and the status.
package enum SyncFeed {
    /// A page of a service's own changes.
    package struct Page<Change: Sendable>: Sendable {
        /// The changes that the viewer may see.
        package var changes: [Change]
        /// The token after it.
        package var token: SyncToken
        /// How many log entries follow.
        package var remaining: Int64
        /// How many log entries it is of.
        package var entries: Int
    }

    /// Reads a page.
    ///
    /// - Parameters:
    ///   - start: where the device is; nil: at the beginning.
    ///   - token: the device's token, whose other parts are returned.
    ///   - change: the current state of what has changed; nil when the viewer may not see it.
    /// - Throws: `fullSyncNeeded` (``SyncProblem``).
    package static func page<Change: Sendable>(
        after start: SyncPosition?, _ selection: SyncSelection, limit: Int, token: SyncToken?, of service: String,
        _ db: Database, change: (SyncLog.Entry) throws -> Change?
    ) throws -> Page<Change> {
        var position = try start.map { try SyncLog.resume($0, selection, db) } ?? SyncLog.beginning(of: selection, db)
        let entries = try SyncLog.page(after: position, selection, limit: limit, db)
        if let last = entries.last { position.sequence = last.sequence }
        return Page(
            changes: try entries.compactMap(change), token: position.replacing(in: token, of: service),
            remaining: try SyncLog.count(after: position, selection, db), entries: entries.count)
    }

    /// Notes that a device has everything; a device that pulls often does not cost a write each time.
    ///
    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - isDeleted: whether a profile was deleted since the call began: nothing is kept of it.
    ///   - also: what is stored with it, for each profile whose pull is noted.
    package static func note(
        _ device: String?, _ selection: SyncSelection, at now: Int64, in shard: Shard,
        isDeleted: @escaping @Sendable (_ profile: String, _ db: Database) throws -> Bool,
        also: @escaping @Sendable (_ profile: String, _ db: Database) throws -> Void = { _, _ in }
    ) async throws {
        guard let device else { return }
        let due = try await shard.read { db in
            try selection.profiles.filter {
                try SyncDeviceTable.isPullOlder(than: now - SyncLimits.noteMilliseconds, device, profile: $0, db)
            }
        }
        guard !due.isEmpty else { return }
        try await shard.write { db in
            for profile in due where try !isDeleted(profile, db) {
                try SyncDeviceTable.pulled(device, profile: profile, at: now, db)
                try also(profile, db)
            }
        }
    }

    /// What waits for a device.
    package struct Waiting: Sendable, Hashable {
        /// Log entries.
        package var logged: Int64
        /// Changes that are not logged yet.
        package var touched: Int64

        /// Counts both.
        package init(logged: Int64, touched: Int64) { (self.logged, self.touched) = (logged, touched) }

        /// All of them.
        package var count: Int64 { logged + touched }
    }

    /// What waits for a device.
    ///
    /// - Throws: `fullSyncNeeded` (``SyncProblem``).
    package static func waiting(
        after start: SyncPosition?, _ selection: SyncSelection, _ db: Database
    ) throws -> Waiting {
        let position = try start.map { try SyncLog.resume($0, selection, db) } ?? SyncLog.beginning(of: selection, db)
        return Waiting(
            logged: try SyncLog.count(after: position, selection, db), touched: try SyncLog.touched(selection, db))
    }

    /// Tells a watcher what waits: at once when something does, and then whenever that has changed. Returns when its task
    /// is cancelled.
    ///
    /// - Parameters:
    ///   - shard: the shard, opened again after it was closed.
    ///   - waiting: what waits now.
    ///   - tell: sends a notice.
    package static func watch(
        runtime: any Runtime, shard: () async throws -> Shard, waiting: (Shard) async throws -> Waiting,
        tell: (Int64) async throws -> Void
    ) async throws {
        var last = Waiting(logged: 0, touched: 0)
        while !Task.isCancelled {
            let shard = try await shard()
            // Read before: what is written meanwhile is looked at again.
            let commits = shard.stats.commits
            let state = try await waiting(shard)
            if state != last, state.count > 0 { try await tell(state.count) }
            last = state
            repeat {
                try await runtime.sleep(for: SyncLimits.watchInterval)
            } while shard.isOpen && shard.stats.commits == commits
        }
    }

    /// A page of conflicts.
    ///
    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - isVisible: whether the viewer may see a conflict.
    /// - Throws: INVALID_ARGUMENT.
    package static func conflicts(
        of profile: String, _ request: PageRequest?, at now: Int64, in shard: Shard,
        isVisible: @escaping @Sendable (SyncConflict, Database) throws -> Bool
    ) async throws -> SyncConflictList {
        let page = request ?? PageRequest()
        guard (1...PageRequest.maximumSize).contains(page.size) else {
            throw RPCError.invalidArgument("page.size", "must be between 1 and \(PageRequest.maximumSize).")
        }
        let cursor = page.cursor.flatMap(Int64.init)
        guard page.cursor == nil || cursor != nil else {
            throw RPCError.invalidArgument("page.cursor", "is not the cursor of a page. Start again without one.")
        }
        return try await shard.read { db in
            var list = try SyncConflictTable.page(
                of: profile, after: cursor, limit: Int(page.size), since: now - SyncLimits.conflictMilliseconds, db)
            list.conflicts = try list.conflicts.filter { try isVisible($0, db) }
            return list
        }
    }

    /// The state of a profile's sync.
    ///
    /// - Parameters:
    ///   - now: milliseconds since 1970, for what is kept.
    ///   - clock: the time that devices go on from.
    package static func status(
        of profile: String, hasFeature: Bool, isOn: Bool, waiting: Int64?, at now: Int64, clock: Int64, _ db: Database
    ) throws -> SyncStatus {
        SyncStatus(
            state: !hasFeature ? .notPremium : isOn ? .on : .disabled,
            devices: try SyncDeviceTable.all(of: profile, since: now - SyncLimits.keptMilliseconds, db),
            conflicts: try SyncConflictTable.count(of: profile, since: now - SyncLimits.conflictMilliseconds, db),
            waiting: isOn ? waiting : nil, clock: clock)
    }

    /// A device's name from a request, or the caller's token; nil without either.
    ///
    /// - Throws: INVALID_ARGUMENT.
    package static func device(_ name: String?, _ viewer: Viewer) throws(RPCError) -> String? {
        guard let name else { return viewer.device }
        guard (1...SyncLimits.nameBytes).contains(name.utf8.count) else {
            throw .invalidArgument("device", "must be between 1 and \(SyncLimits.nameBytes) bytes.")
        }
        return name
    }

    /// How many log entries a page of a request has.
    ///
    /// - Throws: INVALID_ARGUMENT.
    package static func limit(_ requested: Int32?) throws(RPCError) -> Int {
        let limit = requested ?? SyncLimits.page
        guard (1...SyncLimits.largestPage).contains(limit) else {
            throw .invalidArgument("limit", "must be between 1 and \(SyncLimits.largestPage).")
        }
        return Int(limit)
    }

    /// Whether a text can be an operation's id.
    package static func isID(_ text: String) -> Bool {
        (1...SyncLimits.operationCharacters).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
