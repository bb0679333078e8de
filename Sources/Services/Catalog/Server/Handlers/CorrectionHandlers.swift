internal import Access
internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit

/// Corrects titles and their links, and lists corrections.
struct CorrectionHandlers: Sendable {
    private let context: HandlerContext

    init(context: HandlerContext) { self.context = context }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.CorrectTitle.self) { request, call in
            try await correct(call) { try $0.correct(request, $1) }
        }
        handlers.on(Catalog.JoinTitles.self) { request, call in
            try await correct(call) { try $0.join(request, $1) }
        }
        handlers.on(Catalog.SplitTitle.self) { request, call in
            try await correct(call) { try $0.split(request, $1) }
        }
        handlers.on(Catalog.PinTitle.self) { request, call in
            try await correct(call) { try $0.pin(request, $1) }
        }
        handlers.on(Catalog.TakeBackCorrection.self) { request, call in
            try await correct(call) { try $0.takeBack(request, $1) }
        }
        handlers.on(Catalog.ListCorrections.self) { request, call in
            let viewer = try call.viewer
            let reader = try CorrectionReader(request, policy: viewer.policy)
            return try await context.read(viewer) { try reader.run($0) }
        }
    }

    /// Stores a correction under the caller's viewing policy.
    private func correct(
        _ call: ServerCall,
        _ body: @escaping @Sendable (CorrectionWriter, Database) throws -> CorrectionMade
    ) async throws -> CorrectionMade {
        let viewer = try call.viewer
        let id = "fix-" + String(context.runtime.random(), radix: 16)
        let (policy, now) = (viewer.policy, context.milliseconds)
        return try await context.queue.correct(household: viewer.household, call: call) { db, job in
            try body(CorrectionWriter(id: id, job: job, now: now, scope: ReadScope(db, policy: policy)), db)
        }
    }
}
