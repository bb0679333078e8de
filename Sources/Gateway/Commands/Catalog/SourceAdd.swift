internal import ArgumentParser
internal import CatalogAPI
internal import Foundation
internal import ServiceKit

/// `hearth source add`
struct SourceAdd: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a playlist, an Xtream Codes account or a guide, and import it.",
        discussion: """
            Detects the kind by the address; --kind sets it. Import a file with `hearth import`, again whenever it changes.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var secret: PasswordOptions

    @Argument(help: "An address of http or https.")
    var address: String?

    @Option(
        help: ArgumentHelp(
            "The source's name; by default the server's, with the file's if that is taken.",
            valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("playlist, guide or xtream.", valueName: "kind"))
    var kind: SourceKindArgument?

    @Option(help: ArgumentHelp("The account's name, for an Xtream Codes panel.", valueName: "name"))
    var username: String?

    @Option(
        help: ArgumentHelp(
            "The refresh interval: 15m to 28d, or never; one day by default.", valueName: "time"))
    var every: ScheduleArgument?

    @Option(help: ArgumentHelp("The User-Agent to send.", valueName: "text"))
    var userAgent: String?

    @Option(help: ArgumentHelp("The source that advertises the guide, instead of an address.", valueName: "source"))
    var guideOf: String?

    @Option(help: ArgumentHelp("Which of its advertised guides, from 1.", valueName: "number"))
    var number: Int32?

    @Option(
        help: ArgumentHelp(
            "The IANA time zone of guide times that name none; UTC by default.",
            valueName: "zone"))
    var timeZone: String?

    func validate() throws {
        guard (address == nil) != (guideOf == nil) else {
            throw ValidationError("Give an address, or --guide-of with a source's name.")
        }
        if let number, number < 1 { throw ValidationError("Guides count from 1.") }
    }

    func run(_ gateway: Gateway) async throws {
        if let address { try Self.checkIsNoFile(address, name) }
        let chosen =
            kind?.kind
            ?? (guideOf != nil ? .guide : username != nil ? .xtream : SourceKindArgument.guess(address ?? ""))
        let chosenName = name ?? guideOf.map { "\($0) guide" }
        let sources = chosenName == nil ? try await SourceCommand.all(gateway) : []
        let title = chosenName ?? SourceNaming(sources: sources).name(address: address ?? "")
        var request = Catalog.AddSource(source: title, kind: chosen, address: address)
        (request.username, request.password) = (username, try secret.password())
        (request.userAgent, request.refreshMinutes) = (userAgent, every?.minutes)
        (request.guideOf, request.guideNumber) = (guideOf, number.map { $0 - 1 })
        request.timeZone = timeZone
        let started = try await gateway.send(request, see: SourceCommand.see)
        let job = try await SourceCommand.follow(started, gateway)
        try ImportOutcome(job: job, file: title, isSource: true).tell(gateway.output)
    }

    /// A file is sent, and not fetched again and again: the services open no path.
    private static func checkIsNoFile(_ text: String, _ name: String?) throws {
        guard !text.contains("://"), text.hasPrefix("/") || FileManager.default.fileExists(atPath: text) else { return }
        let source = name.map { " --source \($0.shellWord)" } ?? ""
        throw GatewayFailure(
            "IS_A_FILE", "\(text) is a file, and a source is fetched from an address.",
            advice: "hearth import \(text.shellWord)\(source) imports it, again whenever it has changed.",
            status: .usage)
    }
}
