internal import Access
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC

/// The methods of the contract, each handed to the part that knows.
struct PlaybackHandlers: Sendable {
    let player: SessionStarter
    let reports: Reports
    let activity: Activity
    let desk: ProgressManager
    let history: History
    let queues: Queues

    var table: RPCHandlers<PlaybackState> {
        var handlers = RPCHandlers<PlaybackState>()
        addSessions(to: &handlers)
        addProgress(to: &handlers)
        addHistory(to: &handlers)
        addQueue(to: &handlers)
        return handlers
    }

    private func addSessions(to handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.Play.self) { [player] request, call in
            try await player.play(request, call, for: call.viewer)
        }
        handlers.on(PlaybackState.ReportProgress.self) { [reports] request, call in
            try await reports.report(request, for: call.viewer)
        }
        handlers.on(PlaybackState.EndSession.self) { [reports] request, call in
            try await reports.end(request, for: call.viewer)
            return Empty()
        }
        handlers.on(PlaybackState.ListActive.self) { [activity] request, call in
            try await activity.list(request, for: call.viewer)
        }
        handlers.on(PlaybackState.FollowActivity.self) { [activity] request, writer, call in
            try await activity.follow(request, writer, after: call.resumeAfter, for: call.viewer)
        }
    }

    private func addProgress(to handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.GetProgress.self) { [desk] request, call in
            try await desk.progress(request, for: call.viewer)
        }
        handlers.on(PlaybackState.MarkWatched.self) { [desk] request, call in
            try await desk.mark(request.contents, watched: true, call, for: call.viewer)
        }
        handlers.on(PlaybackState.MarkUnwatched.self) { [desk] request, call in
            try await desk.mark(request.contents, watched: false, call, for: call.viewer)
        }
        handlers.on(PlaybackState.HideFromContinueWatching.self) { [desk] request, call in
            try await desk.hide(request.content, call, for: call.viewer)
            return Empty()
        }
    }

    private func addHistory(to handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.ContinueWatching.self) { [history] request, call in
            try await history.goOn(request, call, for: call.viewer)
        }
        handlers.on(PlaybackState.ListHistory.self) { [history] request, call in
            try await history.list(request, for: call.viewer)
        }
        handlers.on(PlaybackState.RemoveHistory.self) { [history] request, call in
            try await history.remove(request, call, for: call.viewer)
        }
    }

    private func addQueue(to handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.AddToQueue.self) { [queues] request, call in
            try await queues.add(request, call, for: call.viewer)
        }
        handlers.on(PlaybackState.RemoveFromQueue.self) { [queues] request, call in
            try await queues.remove(request, call, for: call.viewer)
        }
        handlers.on(PlaybackState.MoveInQueue.self) { [queues] request, call in
            try await queues.move(request, call, for: call.viewer)
        }
        handlers.on(PlaybackState.ReorderQueue.self) { [queues] request, call in
            try await queues.reorder(request, call, for: call.viewer)
        }
        handlers.on(PlaybackState.ClearQueue.self) { [queues] request, call in
            try await queues.clear(request, call, for: call.viewer)
        }
        handlers.on(PlaybackState.ListQueue.self) { [queues] _, call in try await queues.list(for: call.viewer) }
        handlers.on(PlaybackState.IsQueued.self) { [queues] request, call in
            try await queues.isQueued(request.content, for: call.viewer)
        }
        handlers.on(PlaybackState.NextInQueue.self) { [queues] _, call in try await queues.next(for: call.viewer) }
    }
}
