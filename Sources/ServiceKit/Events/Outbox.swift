internal import CBOR
package import GRDB
package import RPC
internal import Synchronization

/// What a service tells others about a household: a log in its shard, written in the transactions of the effects.
///
///     try await shard.write { db in
///         try ProfileTable.delete(id, db)
///         try shard.outbox.append(ProfilesEvent(profileDeleted: id), db)
///     }
///
/// Others follow it (``send(to:after:source:)``, ``EventFollower``), each from its own cursor, so that every entry is
/// applied once there, also when one of them was down. Entries are kept for ``ShardLimits/outboxLifetime``.
package final class Outbox: Sendable {
    private struct State {
        /// Rises with every commit that appended something.
        var commits: UInt64 = 0
        var waiters: [(id: UInt64, continuation: CheckedContinuation<Void, Never>)] = []
        var lastWaiter: UInt64 = 0
    }

    private let state = Mutex(State())
    private let runtime: any Runtime
    private let failPoints: FailPoints

    init(runtime: any Runtime, failPoints: FailPoints) { (self.runtime, self.failPoints) = (runtime, failPoints) }

    /// Appends an entry in the transaction of its effect.
    package func append(_ event: some Encodable, _ db: Database) throws {
        let body = try CBOREncoder().encode(event)
        if runtime.hasDefect(.tellsLater) {
            db.afterNextTransaction { [self] db in
                failPoints.reach(.eventCommitted)
                try? OutboxTable.append(body, at: runtime.wallTime, db)
                ring()
            }
            return
        }
        try OutboxTable.append(body, at: runtime.wallTime, db)
        failPoints.reach(.eventWritten)
        // May ring for a write that is undone; whoever looks then finds nothing.
        db.afterNextTransaction { [self] _ in
            failPoints.reach(.eventCommitted)
            ring()
        }
    }

    /// The oldest entry that is kept; nil when there is none. What a service keeps beside the log can go with it.
    package static func oldest<Entry: Decodable>(_ type: Entry.Type, _ db: Database) throws -> Entry? {
        try OutboxTable.page(after: 0, limit: 1, db).first.map { try CBORDecoder().decode(type, from: $0.body) }
    }

    private func ring() {
        let waiters = state.withLock { state in
            state.commits += 1
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.continuation.resume() }
    }

    /// The shard closes: whoever waits looks, and finds it so.
    func close() { ring() }

    /// Whether somebody waits for what comes.
    var isFollowed: Bool { state.withLock { !$0.waiters.isEmpty } }

    /// How many commits there were, to be given to ``wait(after:)``.
    var commits: UInt64 { state.withLock { $0.commits } }

    /// Waits until there were more commits than `commits`, or until the task is cancelled.
    func wait(after commits: UInt64) async {
        let id = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDue = state.withLock { state in
                    if state.commits > commits || Task.isCancelled { return true }
                    state.waiters.append((id, continuation))
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume()
        }
    }
}

/// How a service's log is told to its followers.
package protocol OutboxSource: Sendable {
    /// What is in the log.
    associatedtype Entry: Codable & Sendable
    /// What followers get.
    associatedtype Event: Codable & Sendable

    /// What an entry is to followers: usually one event; one for each title when the entry is a whole import.
    ///
    /// - Parameter place: where the last page ended; nil for the first one.
    func events(of entry: Entry, from place: String?, in shard: Shard) async throws -> EventPage<Event>

    /// All that there is now, for a follower whose place is not in the log: it keeps nothing else.
    func snapshot(from place: String?, in shard: Shard) async throws -> EventPage<Event>
}

/// Some events, and where the next page begins; nil at the end. The last page has at least one: a follower's cursor moves
/// with it.
package struct EventPage<Event: Sendable>: Sendable {
    package var events: [Event]
    package var next: String?

    package init(_ events: [Event], next: String? = nil) { (self.events, self.next) = (events, next) }
}

extension Shard {
    /// Sends the log to a follower, from its place on and for as long as its call lasts.
    ///
    /// A follower without a place in this log (it is new; too much time has passed; the shard was restored) gets a
    /// snapshot first. Only the last event of a page sequence has a position: a follower that is interrupted within one
    /// gets it again from its start.
    ///
    /// - Throws: what the writer throws when the follower is gone, and what reading throws.
    package func sendOutbox<Source: OutboxSource>(
        to writer: RPCWriter<Source.Event>, after position: StreamPosition?, source: Source
    ) async throws {
        let extent = try await read(deadline: .distantFuture) { try OutboxTable.extent($0) }
        var sequence = extent.last
        if let position, extent.holds(position) {
            sequence = Int64(clamping: position.sequence) - (runtime.hasDefect(.tellsAgain) ? 1 : 0)
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
        var place: String?
        repeat {
            let page = try await pages(place)
            place = page.next
            for (index, event) in page.events.enumerated() {
                options.failPoints.reach(.eventSending)
                if place == nil, index == page.events.count - 1 {
                    try await writer.write(event, at: position)
                } else {
                    try await writer.write(event)
                }
                options.failPoints.reach(.eventSent)
            }
        } while place != nil
    }

    /// Removes entries of the log that are past their time, in small writes.
    ///
    /// - Returns: how many.
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
