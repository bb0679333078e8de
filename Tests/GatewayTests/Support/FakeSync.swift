import Foundation
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import Synchronization

/// The sync of playback-state as its contract has it, in memory: one change a pull, one conflict, and what was pushed.
final class FakeSync: Sendable {
    private struct State {
        var pushed: [PlaybackOperation] = []
        var pulls: [PlaybackState.PullChanges] = []
        var reversed: Date?
        var pushedToProfiles: [ProfileOperation] = []
    }

    private let state = Mutex(State())

    /// What was pushed, and each operation once.
    var pushed: [PlaybackOperation] { state.withLock { $0.pushed } }
    /// The pulls.
    var pulls: [PlaybackState.PullChanges] { state.withLock { $0.pulls } }

    static let clock: Int64 = 1_767_225_600_000

    private var conflict: SyncConflict {
        SyncConflict(
            id: "7", kind: .mark, key: "m1", kept: SyncValue("unwatched", changed: FakePlayback.date),
            dropped: SyncValue("watched", changed: FakePlayback.date, device: "tablet"), decided: FakePlayback.date,
            reversed: state.withLock { $0.reversed })
    }

    func add(to handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.GetSyncStatus.self) { request, _ in
            SyncStatus(
                state: .on,
                devices: [
                    SyncedDevice(
                        device: "tablet", pulled: FakePlayback.date, pushed: nil, pending: 1,
                        lastError: "a: no such title")
                ], conflicts: 1, waiting: request.token == nil ? nil : 3, clock: Self.clock)
        }
        handlers.on(PlaybackState.PullChanges.self) { [self] request, _ in
            let isFirst = request.token?.parts["playback-state"] == nil
            state.withLock { $0.pulls.append(request) }
            var change = PlaybackChange(kind: .history, profile: "p", key: "1-2-3")
            change.history = HistoryEntry(
                session: "1-2-3", content: "m1", card: Card(id: "m1", kind: .movie, title: "Title of m1"),
                isAvailable: true, variant: "v1", device: "tv", started: FakePlayback.date, lastWatched: nil,
                position: 60, duration: 100, progress: 0.6)
            let deleted = PlaybackChange(kind: .progress, profile: "p", key: "m2", isDeleted: true)
            return PlaybackChanges(
                changes: [isFirst ? change : deleted],
                token: SyncToken(parts: ["playback-state": isFirst ? "first" : "second"]),
                remaining: isFirst ? 1 : 0, clock: Self.clock)
        }
        handlers.on(PlaybackState.PushChanges.self) { [self] request, _ in
            guard (1...PlaybackState.PushChanges.maximumCount).contains(request.operations.count) else {
                throw RPCError.invalidArgument("operations", "1 to 200 operations.")
            }
            guard Set(request.operations.map(\.id)).count == request.operations.count else {
                throw RPCError.invalidArgument("operations", "each needs an id of its own.")
            }
            let results = request.operations.map { operation -> SyncResult in
                guard operation.mark?.content != "nothing" else {
                    return SyncResult(
                        id: operation.id, .refused, problem: "unknownContent", message: "The library has no such title."
                    )
                }
                return state.withLock { state in
                    var result = SyncResult(id: operation.id, .applied)
                    if state.pushed.contains(where: { $0.id == operation.id }) {
                        result.isRepeated = true
                    } else {
                        state.pushed.append(operation)
                    }
                    return result
                }
            }
            return SyncPushed(results: results, clock: Self.clock)
        }
        handlers.on(PlaybackState.WatchChanges.self) { _, writer, _ in
            try await writer.write(SyncNotice(waiting: 2, clock: Self.clock))
        }
        handlers.on(PlaybackState.ListConflicts.self) { [self] _, _ in SyncConflictList(conflicts: [conflict]) }
        handlers.on(PlaybackState.ReverseConflict.self) { [self] request, _ in
            guard request.id == "7" else {
                throw RPCError(
                    .notFound, "There is no such conflict.", details: [RPCErrorDetail(SyncProblem(.unknownConflict))])
            }
            state.withLock { $0.reversed = FakePlayback.date }
            return conflict
        }
    }

    /// The operations on profiles' own data that were pushed.
    var pushedToProfiles: [ProfileOperation] { state.withLock { $0.pushedToProfiles } }

    /// The same of profiles: one favourite a pull, and two conflicts.
    func add(to handlers: inout RPCHandlers<Profiles>) {
        handlers.on(Profiles.GetSyncStatus.self) { _, _ in
            SyncStatus(state: .disabled, devices: [], conflicts: 0, clock: Self.clock + 1)
        }
        handlers.on(Profiles.PullChanges.self) { request, _ in
            var change = ProfileChange(kind: .favourite, profile: "p", key: "m7")
            change.favourite = Favourite(
                content: "m7", card: Card(id: "m7", kind: .movie, title: "Title of m7"), added: FakePlayback.date)
            var token = request.token ?? SyncToken()
            token.parts["profiles"] = "of-profiles"
            return ProfileChanges(changes: [change], token: token, remaining: 0, clock: Self.clock)
        }
        handlers.on(Profiles.PushChanges.self) { [self] request, _ in
            guard (1...Profiles.PushChanges.maximumCount).contains(request.operations.count) else {
                throw RPCError.invalidArgument("operations", "1 to 200 operations.")
            }
            guard Set(request.operations.map(\.id)).count == request.operations.count else {
                throw RPCError.invalidArgument("operations", "each needs an id of its own.")
            }
            let results = request.operations.map { operation in
                (operation.favourite == nil) == (operation.setting == nil)
                    ? SyncResult(
                        id: operation.id, .refused, problem: "invalid", message: "must have exactly one of its fields.")
                    : SyncResult(id: operation.id, .applied)
            }
            state.withLock { state in
                state.pushedToProfiles += zip(request.operations, results).filter { $1.outcome == .applied }.map(\.0)
            }
            return SyncPushed(results: results, clock: Self.clock)
        }
        handlers.on(Profiles.WatchChanges.self) { _, writer, _ in
            try await writer.write(SyncNotice(waiting: 3, clock: Self.clock))
        }
        handlers.on(Profiles.ListConflicts.self) { request, _ in
            // Two pages.
            var conflict = Self.themeConflict(reversed: nil)
            guard request.page?.cursor != nil else { return SyncConflictList(conflicts: [conflict], cursor: "7") }
            conflict.id = "6"
            return SyncConflictList(conflicts: [conflict])
        }
        handlers.on(Profiles.ReverseConflict.self) { request, _ in
            guard request.id == "7" else {
                throw RPCError(
                    .notFound, "There is no such conflict.", details: [RPCErrorDetail(SyncProblem(.unknownConflict))])
            }
            return Self.themeConflict(reversed: FakePlayback.date)
        }
    }

    private static func themeConflict(reversed: Date?) -> SyncConflict {
        SyncConflict(
            id: "7", kind: .setting, key: "theme", kept: SyncValue("dark", changed: FakePlayback.date),
            dropped: SyncValue("light", changed: FakePlayback.date, device: "tablet"), decided: FakePlayback.date,
            reversed: reversed)
    }
}
