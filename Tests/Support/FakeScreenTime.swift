internal import Foundation
public import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import Synchronization

/// A playback-state made from its contract that says of titles whether a kids profile with limits may open them.
public final class FakeScreenTime: Sendable {
    private let state = Mutex<(allowed: Set<ContentID>, asked: [ContentID])>(([], []))

    /// Makes one that allows nothing.
    public init() {}

    /// Allows these titles, and no others.
    public func allow(_ titles: Set<ContentID>) { state.withLock { $0.allowed = titles } }

    /// The titles that were to be opened, in order.
    public var asked: [ContentID] { state.withLock { $0.asked } }

    /// Plays the service.
    public func play(in harness: ServiceHarness) async throws {
        var handlers = RPCHandlers<PlaybackState>()
        handlers.on(PlaybackState.GetScreenTime.self) { [self] request, call in
            let viewer = call.identity as? Viewer
            // As the service does: a child asks for itself alone.
            guard request.profile == nil || viewer?.role != .child || request.profile == viewer?.profile else {
                throw RPCError(.notFound, "There is no such profile here.")
            }
            var time = ScreenTime(profile: viewer?.profile ?? "", day: "2026-11-27", usedMinutes: 60, limitMinutes: 60)
            guard let content = request.content else { return time }
            time.mayOpen = state.withLock { state in
                if request.isOpening == true { state.asked.append(content) }
                return state.allowed.contains(content)
            }
            if time.mayOpen == false {
                time.refusal = "The minutes of today are used up."
                time.limitReached = LimitReached(limit: .minutes, until: nil, remainingMinutes: 0)
            }
            return time
        }
        handlers.declineOthers()
        try harness.clients.play("playback-state", handlers)
        try await harness.clients.connect(to: "playback-state")
    }
}
