internal import ArgumentParser
internal import CatalogAPI
internal import DownloadsAPI
internal import Foundation
internal import HearthModel
internal import MetadataGatewayAPI
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import ReadingListAPI
internal import SchedulerAPI
internal import ServiceKit
internal import WebAPI

/// A command's context: its settings, its output, and the services' clients.
struct Gateway: Sendable {
    let settings: ServiceSettings
    let output: Output
    let environment: GatewayEnvironment
    let clients: any ServiceClients
    private(set) var options: GlobalOptionValues
    /// The rows of the lists that the command prints; nil where none are remembered.
    private let rows: RowRecorder?
    /// The settings of the command line, as arguments of a service.
    private let serviceArguments: [String]

    /// The global options of a command line.
    struct GlobalOptionValues: Sendable {
        var profile: String?
        var timeout: Duration?
        var token: String?
    }

    /// Creates a command's context.
    ///
    /// - Parameter buffer: keeps the results of a command that are shown as a whole.
    /// - Throws: `ConfigurationError`, `RunDirectory.NotPrivate`, and why there are no sockets.
    init(_ options: GlobalOptions, buffer: PageBuffer? = nil) throws {
        guard let environment = GatewayEnvironment.current else {
            throw GatewayFailure("INTERNAL", "The command runs in no environment.", status: .fatal)
        }
        self.environment = environment
        serviceArguments = options.directoryArguments
        settings = try ServiceSettings(
            options: try options.serviceOptions(), environment: environment.variables, service: nil)
        try RunDirectory.checkIfPresent(settings.run.value)
        var output = environment.output
        output.isJSON = options.json
        rows = RowRecorder(environment, household: settings.household.value)
        output.rows = output.isTerminal || environment.namesTerminal ? rows : nil
        self.output = buffer.map { output.kept(in: $0) } ?? output
        clients = try environment.connect(
            settings, try settings.overrides(calling: Self.contracts))
        let token = options.token ?? environment.variables["HEARTH_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
        self.options = GlobalOptionValues(
            profile: options.profile, timeout: options.timeout.map { .seconds($0) }, token: token)
    }

    /// The same, acting as another profile; a given token stays.
    func acting(as profile: String) -> Gateway {
        var gateway = self
        gateway.options.profile = profile
        return gateway
    }

    /// The services' contracts.
    static let contracts: [any ServiceContract.Type] = [
        Catalog.self, Downloads.self, MetadataGateway.self, PlaybackState.self, Profiles.self, ReadingList.self,
        Scheduler.self, WebAPI.Gateway.self,
    ]

    /// The settings of the command line, as a service takes them.
    var serviceOptions: ServiceOptions {
        get throws { try ServiceOptions.parse(serviceArguments) }
    }

    var runtime: any Runtime { environment.runtime }
    var paths: ServicePaths { ServicePaths(runDirectory: settings.run.value) }

    /// The services with an endpoint in the run directory, and those on other machines, by name.
    var runningServices: [String] {
        ServiceSettings.knownServices
            .filter { FileManager.default.fileExists(atPath: paths.notice(of: $0)) }.union(remoteServices).sorted()
    }

    /// The services with a tcp address.
    var remoteServices: Set<String> { Set(settings.endpoints.value.map(\.service)) }

    /// Validates a service's name.
    ///
    /// - Throws: ``GatewayFailure`` with a suggestion.
    func checkService(_ name: String) throws {
        let names = ServiceSettings.knownServices.union(remoteServices)
        guard !names.contains(name) else { return }
        let meant = Spelling.closest(to: name, among: names).map { "Did you mean \"\($0)\"?" }
        throw GatewayFailure(
            "NO_SUCH_SERVICE", "There is no service \"\(name)\".",
            advice: meant ?? "There are \(names.sorted().joined(separator: ", ")).", status: .usage)
    }

    /// The rows of the last list of this terminal; nil when there is none.
    var lastRows: [ListedRow]? { rows?.last(at: now) }

    /// Stores the rows that the command has printed.
    func saveRows() { if output.rows != nil { rows?.save(at: now) } }

    /// The civil time, now.
    var now: Date { Date(timeIntervalSince1970: runtime.wallTime.secondsSince1970) }
}
