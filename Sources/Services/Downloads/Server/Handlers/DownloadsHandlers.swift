internal import Access
internal import DownloadsAPI
internal import HearthModel
internal import RPC

/// The handlers of the contract's methods.
struct DownloadsHandlers: Sendable {
    let starting: DownloadStarter
    let changing: DownloadEditor
    let finding: DownloadReader
    let reading: FileStreamer

    var table: RPCHandlers<Downloads> {
        var handlers = RPCHandlers<Downloads>()
        addChanges(to: &handlers)
        addReads(to: &handlers)
        return handlers
    }

    private func addChanges(to handlers: inout RPCHandlers<Downloads>) {
        handlers.on(Downloads.Start.self) { [starting] request, call in
            try await starting.start(request, call, for: call.viewer)
        }
        handlers.on(Downloads.Pause.self) { [changing] request, call in
            try await changing.pause(request.download, call, for: call.viewer)
        }
        handlers.on(Downloads.Resume.self) { [changing] request, call in
            try await changing.resume(request.download, call, for: call.viewer)
        }
        handlers.on(Downloads.Cancel.self) { [changing] request, call in
            try await changing.leave(request.download, completedToo: false, call, for: call.viewer)
            return Empty()
        }
        handlers.on(Downloads.Delete.self) { [changing] request, call in
            try await changing.leave(request.download, completedToo: true, call, for: call.viewer)
            return Empty()
        }
        handlers.on(Downloads.Retry.self) { [changing] request, call in
            try await changing.retry(request.download, call, for: call.viewer)
        }
        handlers.on(Downloads.Move.self) { [changing] request, call in
            try await changing.move(request, call, for: call.viewer)
        }
    }

    private func addReads(to handlers: inout RPCHandlers<Downloads>) {
        handlers.on(Downloads.List.self) { [finding] request, call in
            try await finding.list(request, for: call.viewer)
        }
        handlers.on(Downloads.Follow.self) { [finding] _, writer, call in
            try await finding.follow(writer, after: call.resumeAfter, for: call.viewer)
        }
        handlers.on(Downloads.Locate.self) { [finding] request, call in
            try await finding.locate(request.content, for: call.viewer)
        }
        handlers.on(Downloads.GetStorage.self) { [finding] _, call in try await finding.storage(for: call.viewer) }
        handlers.on(Downloads.ReadFile.self) { [reading] request, writer, call in
            try await reading.read(request, writer, after: call.resumeAfter, for: call.viewer)
        }
    }
}
