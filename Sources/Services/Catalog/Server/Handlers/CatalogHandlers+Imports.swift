internal import Access
internal import CatalogAPI
internal import HearthModel
internal import RPC
internal import ServiceKit

extension CatalogHandlers {
    /// Adds the methods of imports.
    static func addImports(to handlers: inout RPCHandlers<Catalog>, _ context: HandlerContext) {
        handlers.on(Catalog.ImportPlaylist.self) { request, items, call in
            let offer = UploadReceiver.Offer(
                kind: .playlist, source: request.source, file: request.file, bytes: request.bytes,
                allowsShrinking: request.allowsShrinking, isDryRun: request.isDryRun)
            return try await UploadReceiver(context: context, viewer: call.viewer).receive(offer, items)
        }
        handlers.on(Catalog.ImportGuide.self) { request, items, call in
            let offer = UploadReceiver.Offer(
                kind: .guide, source: request.source, file: request.file, bytes: request.bytes,
                timeZone: request.timeZone, allowsShrinking: request.allowsShrinking, isDryRun: request.isDryRun)
            return try await UploadReceiver(context: context, viewer: call.viewer).receive(offer, items)
        }
        handlers.on(Catalog.GetImport.self) { request, call in
            try await ImportJobReader(context: context, viewer: call.viewer).job(request.job)
        }
        handlers.on(Catalog.FollowImport.self) { request, writer, call in
            let reader = ImportJobReader(context: context, viewer: try call.viewer)
            try await writer.follow(job: request.job, after: call.resumeAfter, runtime: context.runtime) {
                let job = try await reader.job(request.job)
                return JobState(job, sequence: job.sequence, isEnd: job.state.isEnd)
            }
        }
        handlers.on(Catalog.CancelImport.self) { request, call in
            let viewer = try call.viewer
            // Also one that an earlier run of the service has left.
            try await context.queue.resume(household: viewer.household)
            context.queue.cancel(request.job, household: viewer.household)
            return try await ImportJobReader(context: context, viewer: viewer).job(request.job)
        }
    }
}
