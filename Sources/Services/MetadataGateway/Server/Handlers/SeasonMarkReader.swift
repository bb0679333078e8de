internal import Access
internal import HearthModel
internal import MetadataGatewayAPI
internal import RPC

/// Reads the times of intros and credits.
struct SeasonMarkReader: Sendable {
    private let source: TVDBSource

    init(source: TVDBSource) { self.source = source }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<MetadataGateway>) {
        handlers.on(MetadataGateway.GetSeasonMarks.self) { request, call in
            try await marks(request, for: call.viewer)
        }
    }

    private func marks(_ request: MetadataGateway.GetSeasonMarks, for viewer: Viewer) async throws -> SeasonMarks {
        try RequestValidation.check(text: request.title, field: "title")
        try RequestValidation.check(seasonNumber: request.seasonNumber)
        let household = try RequestValidation.household(of: viewer)
        do {
            return try await source.marks(request, in: household)
        } catch let error as MetadataGatewayError {
            throw error.rpcError(of: .tvdb)
        }
    }
}
