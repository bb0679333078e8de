internal import Access
internal import GRDB
internal import HearthModel
internal import RPC
internal import SchedulerAPI

/// Manages the household's windows.
struct WindowManager: Sendable {
    private let store: SchedulerStore
    private let people: ProfilesClient

    init(store: SchedulerStore, people: ProfilesClient) { (self.store, self.people) = (store, people) }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Scheduler>) {
        handlers.on(Scheduler.AddWindow.self) { request, call in try await add(request, call, for: call.viewer) }
        handlers.on(Scheduler.EditWindow.self) { request, call in try await edit(request, call, for: call.viewer) }
        handlers.on(Scheduler.RemoveWindow.self) { request, call in try await remove(request, call, for: call.viewer) }
        handlers.on(Scheduler.ListWindows.self) { _, call in try await list(for: call.viewer) }
    }

    private func list(for viewer: Viewer) async throws -> WindowList {
        try await store.read(for: viewer) { db, facts in
            WindowList(windows: try WindowTable.shown(db).map(\.response), timeZone: facts.zone.name)
        }
    }

    private func add(
        _ request: Scheduler.AddWindow, _ call: ServerCall, for viewer: Viewer
    ) async throws -> ProgrammeWindow {
        var window = ViewingWindow(
            id: store.makeID("w"), row: 0, profiles: try RequestValidation.profiles(request.profiles, for: viewer),
            weekday: try RequestValidation.weekday(request.dayOfWeek, "dayOfWeek"),
            start: try RequestValidation.time(request.start, "start"),
            end: try RequestValidation.time(request.end, "end", isEnd: true),
            label: try RequestValidation.label(request.label))
        window.isFamilyFriendly = request.isFamilyFriendly ?? false
        window.partnerMustLike = request.partnerMustLike ?? false
        try Self.check(window)
        try await people.checkExist(window.profiles, for: viewer)
        return try await store.write(call, for: viewer) { [window] db, _ in
            try ProfileTable.checkThere(window.profiles, db)
            try Self.checkFree(window, db)
            try WindowTable.insert(window, db)
            return window.response
        }
    }

    private func edit(
        _ request: Scheduler.EditWindow, _ call: ServerCall, for viewer: Viewer
    ) async throws -> ProgrammeWindow {
        let profiles = try request.profiles.map { try RequestValidation.profiles($0, for: viewer) }
        let weekday = try request.dayOfWeek.map { try RequestValidation.weekday($0, "dayOfWeek") }
        let start = try request.start.map { try RequestValidation.time($0, "start") }
        let end = try request.end.map { try RequestValidation.time($0, "end", isEnd: true) }
        let label = try RequestValidation.label(request.label)
        if let profiles { try await people.checkExist(profiles, for: viewer) }
        return try await store.write(call, for: viewer) { db, _ in
            var window = try Self.find(request.id, version: request.version, for: viewer, db)
            window.profiles = profiles ?? window.profiles
            window.weekday = weekday ?? window.weekday
            window.start = start ?? window.start
            window.end = end ?? window.end
            if request.label != nil { window.label = label }
            window.isFamilyFriendly = request.isFamilyFriendly ?? window.isFamilyFriendly
            window.partnerMustLike = request.partnerMustLike ?? window.partnerMustLike
            try Self.check(window)
            try ProfileTable.checkThere(window.profiles, db)
            try Self.checkFree(window, db)
            window.version += 1
            try WindowTable.update(window, db)
            return window.response
        }
    }

    private func remove(_ request: Scheduler.RemoveWindow, _ call: ServerCall, for viewer: Viewer) async throws -> Empty
    {
        try await store.write(call, for: viewer, releasingBallast: true) { db, _ in
            try WindowTable.remove(try Self.find(request.id, version: request.version, for: viewer, db), db)
            return Empty()
        }
    }

    private static func find(
        _ id: String, version: Int64, for viewer: Viewer, _ db: Database
    ) throws -> ViewingWindow {
        guard let window = try WindowTable.find(id, db) else { throw SchedulerError.unknownWindow }
        try viewer.checkMayChange(window.profiles)
        guard window.version == version else { throw SchedulerError.windowChanged(yours: version, window) }
        return window
    }

    /// Two windows of the same profiles at the same time say nothing more than one, or contradict each other. Windows of
    /// different profiles may overlap: the generator gives the time to the larger group.
    ///
    /// - Throws: ``SchedulerError/windowTaken(_:)``.
    private static func checkFree(_ window: ViewingWindow, _ db: Database) throws {
        let other = try WindowTable.all(db).first {
            $0.id != window.id && $0.profiles == window.profiles && $0.overlaps(window)
        }
        if let other { throw SchedulerError.windowTaken(other) }
    }

    private static func check(_ window: ViewingWindow) throws(RPCError) {
        guard window.start != window.end else { throw .invalidArgument("end", "must be another time than the start.") }
    }
}
