internal import CatalogAPI
internal import MetadataGatewayAPI
internal import ProfilesAPI

/// What a household has already.
struct SetupState: Sendable {
    var household: HouseholdInfo
    var profiles: [Profile]
    /// The sources; nil when the catalog cannot be reached.
    var sources: [CatalogSource]?
    /// Whether there is a key for TMDB; nil when metadata-gateway cannot be reached.
    var hasKey: Bool?

    /// Asks the services.
    ///
    /// - Throws: ``GatewayFailure`` when profiles cannot be reached: nothing can be set up without it.
    init(_ gateway: Gateway) async throws {
        household = try await gateway.send(Profiles.GetHousehold())
        profiles = try await gateway.send(Profiles.ListProfiles()).profiles
        sources = try? await SourceCommand.all(gateway)
        hasKey = try? await gateway.send(MetadataGateway.GetSourceStatus()).hasKey
    }

    /// The profile of a name, without regard to case.
    func profile(_ name: String) -> Profile? { profiles.first { $0.name.lowercased() == name.lowercased() } }
}
