internal import Access
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// The profiles' play queues.
struct Queues: Sendable {
    private let store: PlaybackStore
    private let catalog: CatalogClient

    init(store: PlaybackStore, catalog: CatalogClient) { (self.store, self.catalog) = (store, catalog) }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.AddToQueue.self) { request, call in try await add(request, call, for: call.viewer) }
        handlers.on(PlaybackState.RemoveFromQueue.self) { request, call in
            try await remove(request, call, for: call.viewer)
        }
        handlers.on(PlaybackState.MoveInQueue.self) { request, call in
            try await move(request, call, for: call.viewer)
        }
        handlers.on(PlaybackState.ReorderQueue.self) { request, call in
            try await reorder(request, call, for: call.viewer)
        }
        handlers.on(PlaybackState.ClearQueue.self) { request, call in
            try await clear(request, call, for: call.viewer)
        }
        handlers.on(PlaybackState.ListQueue.self) { _, call in try await list(for: call.viewer) }
        handlers.on(PlaybackState.FollowQueue.self) { _, writer, call in
            try await follow(writer, after: call.resumeAfter, for: call.viewer)
        }
        handlers.on(PlaybackState.IsQueued.self) { request, call in
            try await isQueued(request.content, for: call.viewer)
        }
        handlers.on(PlaybackState.NextInQueue.self) { _, call in try await next(call, for: call.viewer) }
    }

    private static let kinds: [ContentKind] = [.movie, .episode, .series]

    private func add(
        _ request: PlaybackState.AddToQueue, _ call: ServerCall, for viewer: Viewer
    ) async throws -> QueueChange {
        try ContentAuthorizer.checkForm(request.content, field: "content")
        let authorizer = ContentAuthorizer(
            viewer: viewer, cards: await catalog.cards(of: [request.content], for: call), kinds: Self.kinds,
            field: "content", refusal: "Movies, episodes and series can be queued; channels cannot.")
        let added = store.runtime.wallTime.millisecondsSince1970
        return try await change(call, for: viewer) { queue, db in
            let (row, id) = try authorizer.reference(request.content, db)
            // With a card it is released already. Without the catalog's answer it is released by this request.
            try QuarantineTable.remove(.title, id.rawValue, db)
            try queue.add(
                UpNext.Entry(content: row, added: added, isAutoAdded: false), request.place == .next ? .next : .last,
                named: id)
            return { QueueChange(id, $0.position(of: row), hasChanged: true, $0) }
        }
    }

    private func remove(
        _ request: PlaybackState.RemoveFromQueue, _ call: ServerCall, for viewer: Viewer
    ) async throws -> QueueChange {
        try ContentAuthorizer.checkForm(request.content, field: "content")
        return try await change(call, for: viewer) { queue, db in
            let row = try ContentTable.row(of: request.content, db)
            // A kid may remove a queued title whose card is still unknown, although it is hidden until then.
            let isUnknown = try ContentTable.card(of: request.content, db) == nil
            let hasChanged = row.map { queue.remove($0, alsoHidden: isUnknown) } ?? false
            return { QueueChange(request.content, nil, hasChanged: hasChanged, $0) }
        }
    }

    private func move(
        _ request: PlaybackState.MoveInQueue, _ call: ServerCall, for viewer: Viewer
    ) async throws -> QueueChange {
        try ContentAuthorizer.checkForm(request.content, field: "content")
        guard request.position >= 0 else { throw RPCError.invalidArgument("position", "must be 0 or more.") }
        return try await change(call, for: viewer) { queue, db in
            guard let row = try ContentTable.row(of: request.content, db) else {
                throw PlaybackError.notQueued(request.content)
            }
            let hasChanged = try queue.move(row, to: Int(request.position), named: request.content)
            return { QueueChange(request.content, $0.position(of: row), hasChanged: hasChanged, $0) }
        }
    }

    private func reorder(
        _ request: PlaybackState.ReorderQueue, _ call: ServerCall, for viewer: Viewer
    ) async throws -> QueueList {
        guard (1...PlaybackState.ReorderQueue.maximumCount).contains(request.contents.count) else {
            throw RPCError.invalidArgument("contents", "1 to \(PlaybackState.ReorderQueue.maximumCount) titles.")
        }
        for content in request.contents { try ContentAuthorizer.checkForm(content, field: "contents") }
        let (keyed, visibility) = (try keyed(call, viewer), Visibility(viewer))
        let profile = try viewer.actingProfile
        let shard = try await store.shard(for: viewer)
        let stamp = store.clocks.next(in: viewer.household)
        return try await shard.write(once: keyed, deadline: call.deadline) { db in
            let owner = try ProfileTable.make(profile, db)
            var queue = try Self.load(owner, of: profile, visibility, db)
            let rows = try request.contents.map { content in
                guard let row = try ContentTable.row(of: content, db), queue.position(of: row) != nil else {
                    throw PlaybackError.notQueued(content)
                }
                return row
            }
            try queue.reorder(rows)
            try QueueHistoryTable.note(owner, db)
            try QueueTable.save(queue, of: owner, db)
            try QueueHistoryTable.note(owner, at: stamp, db)
            return try Self.list(queue, db)
        }
    }

    private func clear(
        _ request: PlaybackState.ClearQueue, _ call: ServerCall, for viewer: Viewer
    ) async throws -> QueueCleared {
        try await change(call, for: viewer) { queue, _ in
            let removed = Int32(queue.clear(onlyAutoAdded: request.onlyAutoAdded ?? false))
            return { QueueCleared(removed: removed, total: $0.total, autoAdded: $0.autoAdded) }
        }
    }

    // MARK: Reads

    private func list(for viewer: Viewer) async throws -> QueueList { try await read(viewer) { try Self.list($0, $1) } }

    private func follow(
        _ writer: RPCWriter<ListNotice>, after last: StreamPosition?, for viewer: Viewer
    ) async throws {
        let profile = try viewer.actingProfile
        try await writer.follow(list: "queue of \(profile)", after: last, runtime: store.runtime) {
            try await store.shard(for: viewer)
        } look: { _ in
            try await read(viewer) { queue, db in
                let entries = try QueueTable.entries(of: queue, db)
                return (ListNotice(total: Int64(queue.total)), entries.map { "\($0.content) \($0.isAutoAdded)" })
            }
        }
    }

    private func isQueued(_ content: ContentID, for viewer: Viewer) async throws -> QueueAnswer {
        try await read(viewer) { queue, db in
            let position = try ContentTable.row(of: content, db).flatMap { queue.position(of: $0) }
            return QueueAnswer(isQueued: position != nil, position: position.map { Int32($0) })
        }
    }

    private func next(_ call: ServerCall, for viewer: Viewer) async throws -> QueueNext {
        let profile = try viewer.actingProfile
        var lists = SeriesLists()
        try await SeriesReader(store: store, catalog: catalog).loadQueued(&lists, call, for: viewer)
        return try await read(viewer) { [lists] queue, db in
            guard let row = try ProfileTable.row(of: profile, db) else {
                return QueueNext(entry: nil, total: queue.total, autoAdded: queue.autoAdded)
            }
            let found = try NextInLine(profile: row, lists: lists).find(try QueueTable.entries(of: queue, db), db)
            return QueueNext(
                entry: found.entry, total: queue.total, autoAdded: queue.autoAdded,
                next: found.isUnknown ? nil : found.next)
        }
    }

    // MARK: Shared by all

    private typealias Queue = QueueTable.Queue

    private func keyed(_ call: ServerCall, _ viewer: Viewer) throws -> KeyedCall {
        try store.keyed(call, try viewer.actingProfile, viewer)
    }

    /// A profile's queue, which holds as many titles as its setting says. A longer one is kept when that is lowered.
    private static func load(
        _ row: Int64, of profile: String, _ visibility: Visibility, _ db: Database
    ) throws -> Queue {
        let maximum = Int(try SettingTable.integer(.maxQueueSize, of: profile, db))
        return try QueueTable.load(row, visibility, maximum: maximum, db)
    }

    private static func list(_ queue: Queue, _ db: Database) throws -> QueueList {
        QueueList(
            entries: try QueueTable.entries(of: queue, db), total: queue.total, autoAdded: queue.autoAdded)
    }

    private func read<Value: Sendable>(
        _ viewer: Viewer, _ body: @escaping @Sendable (Queue, Database) throws -> Value
    ) async throws -> Value {
        let (profile, visibility) = (try viewer.actingProfile, Visibility(viewer))
        return try await store.shard(for: viewer).read { db in
            let row = try ProfileTable.row(of: profile, db)
            let empty = Queue([], maximum: PlaybackLimits.queueSize)
            return try body(try row.map { try Self.load($0, of: profile, visibility, db) } ?? empty, db)
        }
    }

    /// Changes the caller's queue once per idempotency key. `body` returns how to describe the resulting queue.
    private func change<Response: Codable & Sendable>(
        _ call: ServerCall, for viewer: Viewer,
        _ body: @escaping @Sendable (inout Queue, Database) throws -> (Queue) -> Response
    ) async throws -> Response {
        let (keyed, profile, visibility) = (try keyed(call, viewer), try viewer.actingProfile, Visibility(viewer))
        let shard = try await store.shard(for: viewer)
        let stamp = store.clocks.next(in: viewer.household)
        return try await shard.write(once: keyed, deadline: call.deadline) { db in
            let row = try ProfileTable.make(profile, db)
            try QueueHistoryTable.note(row, db)
            var queue = try Self.load(row, of: profile, visibility, db)
            let response = try body(&queue, db)
            try QueueTable.save(queue, of: row, db)
            try QueueHistoryTable.note(row, at: stamp, db)
            return response(queue)
        }
    }
}

extension UpNext {
    /// The same, refused in this service's words.
    fileprivate mutating func add(_ entry: Entry, _ place: Place, named id: ContentID) throws(PlaybackError) {
        do { try add(entry, place) } catch { throw PlaybackError(error, id) }
    }

    /// The same, refused in this service's words.
    fileprivate mutating func move(
        _ content: Content, to position: Int, named id: ContentID
    ) throws(PlaybackError) -> Bool {
        do { return try move(content, to: position) } catch { throw PlaybackError(error, id) }
    }
}

extension PlaybackError {
    fileprivate init<Content>(_ refusal: UpNext<Content>.Refusal, _ id: ContentID) {
        switch refusal {
        case .alreadyQueued: self = .alreadyQueued
        case .full(let maximum): self = .queueFull(maximum: maximum)
        case .notQueued: self = .notQueued(id)
        }
    }
}

extension QueueChange {
    fileprivate init(_ id: ContentID, _ position: Int?, hasChanged: Bool, _ queue: QueueTable.Queue) {
        self.init(
            content: id, position: position.map { Int32($0) }, hasChanged: hasChanged, total: queue.total,
            autoAdded: queue.autoAdded)
    }
}
