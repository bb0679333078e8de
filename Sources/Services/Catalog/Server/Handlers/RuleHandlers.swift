internal import Access
internal import CatalogAPI
internal import HearthModel
internal import RPC

/// Tells adults what rules of kids profiles show and hide.
struct RuleHandlers: Sendable {
    private let context: HandlerContext

    init(context: HandlerContext) { self.context = context }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.PreviewViewingRules.self) { request, call in
            let viewer = try call.viewer
            let previewer = try RulePreviewer(request, policy: viewer.policy, now: context.seconds)
            return try await context.read(viewer) { try previewer.run($0) }
        }
        handlers.on(Catalog.ExplainPolicy.self) { request, call in
            let viewer = try call.viewer
            let explainer = try PolicyExplainer(request, policy: viewer.policy, now: context.seconds)
            return try await context.read(viewer) { try explainer.run($0) }
        }
    }
}
