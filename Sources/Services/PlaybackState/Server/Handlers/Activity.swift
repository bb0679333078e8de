internal import Access
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit
internal import Synchronization

/// The household's current sessions, and their events.
final class Activity: Sendable {
    private let store: PlaybackStore
    /// The households that have had a follower since the process started.
    private let hubs = Mutex<[String: ActivityHub]>([:])

    private let programmes: ChannelProgrammes

    init(store: PlaybackStore, programmes: ChannelProgrammes) { (self.store, self.programmes) = (store, programmes) }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.ListActive.self) { [self] request, call in
            try await list(request, call, for: call.viewer)
        }
        handlers.on(PlaybackState.FollowActivity.self) { [self] request, writer, call in
            try await follow(request, writer, call, for: call.viewer)
        }
    }

    private func list(
        _ request: PlaybackState.ListActive, _ call: ServerCall, for viewer: Viewer
    ) async throws -> ActiveSessions {
        let profile = request.household == true ? nil : try viewer.actingProfile
        let sessions = try await visible(profile, viewer, hub: nil)
        return ActiveSessions(sessions: await programmes.fill(sessions, for: viewer, call))
    }

    /// Sends a snapshot, or the events since the follower's cursor, and then live events.
    private func follow(
        _ request: PlaybackState.FollowActivity, _ writer: RPCWriter<ActivityItem>, _ call: ServerCall,
        for viewer: Viewer
    ) async throws {
        let profile = request.household == true ? nil : try viewer.actingProfile
        let visibility = Visibility(viewer)
        let hub = hub(of: viewer.household)
        let (id, signals) = hub.join()
        defer { hub.leave(id) }
        var position = call.resumeAfter.flatMap { hub.covers($0) ? $0.sequence : nil }
        var signal = signals.makeAsyncIterator()
        repeat {
            guard let known = position, let entries = hub.entries(after: known) else {
                // Events during the snapshot's read are sent again after it, and are idempotent.
                let sequence = hub.sequence
                let sessions = await programmes.fill(
                    try await visible(profile, viewer, hub: hub), for: viewer, call)
                try await writer.write(ActivityItem(snapshot: sessions), at: hub.position(sequence))
                position = sequence
                continue
            }
            for entry in entries {
                if entry.tracked.isVisible(to: visibility, profile: profile) {
                    var event = entry.event
                    event.session = await programmes.fill(event.session, for: viewer, call)
                    try await writer.write(ActivityItem(event: event), at: hub.position(entry.sequence))
                }
                position = entry.sequence
            }
            if !entries.isEmpty { continue }
            if await signal.next() == nil { return }
        } while !Task.isCancelled
    }

    private func visible(_ profile: String?, _ viewer: Viewer, hub: ActivityHub?) async throws -> [ActiveSession] {
        let visibility = Visibility(viewer)
        let shard = try await store.shard(for: viewer)
        let sessions = try await shard.read { try TrackedSession.open($0) }
        for session in sessions { hub?.learn(session) }
        let now = store.clocks.milliseconds(in: viewer.household)
        return sessions.filter { !$0.isSilent(at: now) && $0.isVisible(to: visibility, profile: profile) }.map(\.active)
    }

    private func hub(of household: String) -> ActivityHub {
        hubs.withLock { hubs in
            if let hub = hubs[household] { return hub }
            let hub = ActivityHub(generation: store.runtime.random())
            hubs[household] = hub
            return hub
        }
    }

    // MARK: What has happened

    /// A session was opened.
    func opened(_ session: SessionID, in household: String, _ shard: Shard) async {
        guard let hub = hubs.withLock({ $0[household] }), !hub.knows(session.row) else { return }
        if let tracked = await load(session.row, shard) { hub.opened(tracked) }
    }

    /// Reports were stored.
    func reported(_ reports: [ReportTable.Report], in household: String, _ shard: Shard) async {
        guard let hub = hubs.withLock({ $0[household] }) else { return }
        for entry in reports {
            let row = entry.session.row
            // One that was opened before anybody followed.
            if !hub.knows(row), let tracked = await load(row, shard) { hub.learn(tracked) }
            hub.reported(entry.report, in: row)
        }
    }

    /// Profiles have joined or left a session.
    func changed(_ session: SessionID, in household: String, _ shard: Shard) async {
        guard let hub = hubs.withLock({ $0[household] }), let tracked = await load(session.row, shard) else { return }
        hub.knows(session.row) ? hub.changed(tracked) : hub.learn(tracked)
    }

    /// A session has ended.
    func ended(_ session: SessionID, in household: String) {
        hubs.withLock { $0[household] }?.ended(session.row)
    }

    /// Followers get it by a snapshot when it cannot be read now.
    private func load(_ row: Int64, _ shard: Shard) async -> TrackedSession? {
        try? await shard.read { try TrackedSession.open(session: row, $0).first }
    }
}

extension ActivityHub {
    fileprivate func position(_ sequence: UInt64) -> StreamPosition {
        StreamPosition(generation: generation, sequence: sequence)
    }
}
