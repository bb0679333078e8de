internal import Basics
internal import CBOR
package import GRDB
package import RPC
internal import Synchronization

/// The outbox of a household: events for other services, logged in its shard in the transactions of the changes.
///
///     try await shard.write { db in
///         try ProfileTable.delete(id, db)
///         try shard.outbox.append(ProfilesEvent(profileDeleted: id), db)
///     }
///
/// Other services follow it (``send(to:after:source:)``, ``EventFollower``), each with its own cursor, so that every
/// entry is applied exactly once there, even after downtime. Entries are kept for ``ShardLimits/outboxLifetime``.
package final class Outbox: Sendable {
    private struct State {
        /// Incremented by every commit that appended an entry.
        var commits: UInt64 = 0
        /// What followers wait for: the next commit.
        var next: Promise<Void>?
    }

    private let state = Mutex(State())
    private let runtime: any Runtime
    private let failPoints: FailPoints

    init(runtime: any Runtime, failPoints: FailPoints) { (self.runtime, self.failPoints) = (runtime, failPoints) }

    /// Appends an entry in the transaction of its change.
    package func append(_ event: some Encodable, _ db: Database) throws {
        let body = try CBOREncoder().encode(event)
        try OutboxTable.append(body, at: runtime.wallTime, db)
        failPoints.reach(.eventWritten)
        // May wake waiters for a write that is rolled back; they then find no new entry.
        db.afterNextTransaction { [self] _ in
            failPoints.reach(.eventCommitted)
            ring()
        }
    }

    /// The oldest entry kept; nil when there is none. Data that a service keeps for the log's entries can be removed
    /// with it.
    package static func oldest<Entry: Decodable>(_ type: Entry.Type, _ db: Database) throws -> Entry? {
        try OutboxTable.page(after: 0, limit: 1, db).first.map { try CBORDecoder().decode(type, from: $0.body) }
    }

    private func ring() {
        let next = state.withLock { state in
            state.commits += 1
            defer { state.next = nil }
            return state.next
        }
        next?.fulfill()
    }

    /// Wakes all waiters when the shard closes, so that they notice.
    func close() { ring() }

    /// Whether a follower is waiting for new entries.
    var isFollowed: Bool { state.withLock { $0.next?.isAwaited == true } }

    /// The number of commits so far, for ``wait(after:)``.
    var commits: UInt64 { state.withLock { $0.commits } }

    /// Waits until there are more commits than `commits`, or until the task is cancelled.
    func wait(after commits: UInt64) async {
        let next = state.withLock { state -> Promise<Void>? in
            guard state.commits <= commits else { return nil }
            let next = state.next ?? Promise()
            state.next = next
            return next
        }
        await next?.waitUnlessCancelled()
    }
}

/// Turns a service's outbox entries into events for its followers.
package protocol OutboxSource: Sendable {
    /// The type of the log's entries.
    associatedtype Entry: Codable & Sendable
    /// The type of the events sent to followers.
    associatedtype Event: Codable & Sendable

    /// The events of an entry: usually one; one for each title when the entry is a whole import.
    ///
    /// - Parameter position: the end of the previous page; nil for the first one.
    func events(of entry: Entry, from position: String?, in shard: Shard) async throws -> EventPage<Event>

    /// A snapshot of the current state, for a follower whose cursor is not in the log: it discards everything else.
    func snapshot(from position: String?, in shard: Shard) async throws -> EventPage<Event>
}

/// A page of events, and the start of the next page; nil at the end. The last page has at least one event: a follower's
/// cursor moves with it.
package struct EventPage<Event: Sendable>: Sendable {
    package var events: [Event]
    package var next: String?

    package init(_ events: [Event], next: String? = nil) { (self.events, self.next) = (events, next) }
}

extension Shard {
    /// Sends the log to a follower, from its cursor on, until its call ends.
    ///
    /// A follower without a valid cursor in this log (a new follower; expired entries; a restored shard) gets a
    /// snapshot first. Only the last event of a page sequence has a position: a follower that is interrupted within one
    /// gets it again from its start.
    ///
    /// - Throws: the writer's error when the follower has disconnected, and read errors.
    package func sendOutbox<Source: OutboxSource>(
        to writer: RPCWriter<Source.Event>, after position: StreamPosition?, source: Source
    ) async throws {
        let extent = try await read(deadline: .distantFuture) { try OutboxTable.extent($0) }
        var sequence = extent.last
        if let position, extent.holds(position) {
            sequence = Int64(clamping: position.sequence)
        } else {
            let start = StreamPosition(generation: extent.generation, sequence: UInt64(clamping: extent.last))
            try await send(to: writer, at: start) { try await source.snapshot(from: $0, in: self) }
        }
        while true {
            let commits = outbox.commits
            let page = try await read(deadline: .distantFuture) { [sequence] db in
                try OutboxTable.page(after: sequence, limit: ShardLimits.outboxPage, db)
            }
            for entry in page {
                let decoded = try CBORDecoder().decode(Source.Entry.self, from: entry.body)
                let position = StreamPosition(
                    generation: extent.generation, sequence: UInt64(clamping: entry.sequence))
                try await send(to: writer, at: position) {
                    try await source.events(of: decoded, from: $0, in: self)
                }
                sequence = entry.sequence
            }
            guard page.isEmpty else { continue }
            await outbox.wait(after: commits)
            try Task.checkCancellation()
        }
    }

    private func send<Event>(
        to writer: RPCWriter<Event>, at position: StreamPosition,
        pages: (String?) async throws -> EventPage<Event>
    ) async throws {
        var cursor: String?
        repeat {
            let page = try await pages(cursor)
            cursor = page.next
            for (index, event) in page.events.enumerated() {
                options.failPoints.reach(.eventSending)
                if cursor == nil, index == page.events.count - 1 {
                    try await writer.write(event, at: position)
                } else {
                    try await writer.write(event)
                }
                options.failPoints.reach(.eventSent)
            }
        } while cursor != nil
    }

    /// Removes expired entries of the log, in small writes.
    ///
    /// - Returns: the number removed.
    /// - Throws: as ``write(deadline:releasingBallast:_:)``.
    @discardableResult
    public func sweepOutbox() async throws -> Int {
        let (limit, lifetime) = (options.limits.sweptKeys, options.limits.outboxLifetime)
        var sum = 0
        while true {
            let oldest = runtime.wallTime.advanced(by: .zero - lifetime)
            let swept = try await write(releasingBallast: true) {
                try OutboxTable.sweep(before: oldest, limit: limit, $0)
            }
            sum += swept
            if swept < limit { return sum }
        }
    }
}
