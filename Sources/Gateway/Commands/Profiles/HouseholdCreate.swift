internal import Access
internal import ArgumentParser
internal import Foundation
internal import HearthModel
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// `hearth household create`
struct HouseholdCreate: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a household.",
        discussion: """
            The very first command creates `home` automatically. Any other household is created only by this command, so \
            that neither a mistyped name nor a household whose data is missing is taken for a new one.

            Example: hearth household create lake-house, then hearth --household lake-house profile list
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The household, 1 to 40 of a-z, 0-9 and -.")
    var household: String

    func run(_ gateway: Gateway) async throws {
        let request = Profiles.CreateHousehold(proof: try gateway.ownerProof(), household: household)
        let info = try await gateway.call(request, CallOptions(timeout: gateway.options.timeout))
        if gateway.output.isJSON { return gateway.output.json(info) }
        gateway.output.line("The household \(household) is here. Commands work in it with --household \(household).")
    }
}

/// `hearth household begin-empty`
struct HouseholdBeginEmpty: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "begin-empty", abstract: "Discard a service's lost data, and let it start empty.",
        discussion: """
            A service whose shard is missing rejects every call, so that no more data is lost. To recover the data, mount its \
            volume or restore a backup; this command is for when there is no backup. It works on the data directory, on the \
            machine of the service.

            Example: hearth household begin-empty reading-list --yes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var confirmation: ConfirmationOptions

    @Argument(help: "The service.", completion: .services)
    var service: String

    func validate() throws {
        guard Self.losses[service] != nil else {
            throw ValidationError("\(service) is no service: \(Self.losses.keys.sorted().joined(separator: ", ")).")
        }
    }

    func run(_ gateway: Gateway) async throws {
        let settings = try ServiceSettings(
            options: try global.serviceOptions(), environment: gateway.environment.variables, service: service)
        let household = settings.household.value
        let loss = "\(service) of \(household) gives up for good: \(Self.losses[service] ?? "everything")."
        try await confirmation.require(loss, gateway)
        let shard = try MissingShard(
            of: service, household: household, data: settings.data.value, root: settings.shards.value)
        do {
            try await shard.giveUp(runtime: gateway.runtime)
        } catch let error as ShardError {
            throw GatewayFailure("NOT_GIVEN_UP", "\(error)", status: .configuration)
        }
        if gateway.output.isJSON { return gateway.output.json(["service": service, "household": household]) }
        gateway.output.line(loss)
        gateway.output.line("It begins an empty shard when it is next asked, or with `hearth restart \(service)`.")
    }

    /// The data that is lost with each service's shard.
    private static let losses = [
        ServiceManifest.profiles.name:
            "the members, profiles, PIN and favourites. What other services keep of those profiles stays there, "
            + "and the new profiles do not see it",
        ServiceManifest.catalog.name: "the library with its sources, corrections, reports and search histories",
        ServiceManifest.playbackState.name: "positions, histories and queues",
        ServiceManifest.readingList.name: "saved links with their tags and progress",
        ServiceManifest.scheduler.name: "windows, bookings and the programme",
        ServiceManifest.downloads.name:
            "the list of downloads, without which the downloaded files are not found any more",
        ServiceManifest.metadataGateway.name: "answers of TMDB, which it fetches again",
    ]
}
