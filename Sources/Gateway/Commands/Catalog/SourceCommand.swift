internal import ArgumentParser
internal import CatalogAPI
internal import Foundation
internal import RPC
internal import ServiceKit

/// `hearth source`
struct SourceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "source",
        abstract: "Keep playlists, accounts and guides up to date.",
        discussion: """
            hearth source add https://example.org/list.m3u --name example --every 12h
            hearth source add http://panel.example:8080 --kind xtream --username alice --password-file pw.txt
            hearth source add --guide-of example      the guide that a source advertises
            hearth source                             the sources and their state
            hearth source report example              the report of its last refresh
            hearth source refresh example --dry-run   what would change
            hearth source cancel example              cancel its running job
            hearth source undo example                undo its last import, for a week

            Secret parts of an address are never shown again.
            """,
        subcommands: [
            SourceListing.self, SourceReport.self, SourceAdd.self, SourceChange.self, SourceRefresh.self,
            SourceCancel.self, SourceUndo.self, SourceDisable.self, SourceEnable.self, SourceRemove.self,
            SourceSlots.self,
        ],
        defaultSubcommand: SourceListing.self)

    static let see = "hearth source"

    /// A source by its name, a part of it, or its row.
    ///
    /// - Throws: ``GatewayFailure`` when there is none.
    static func find(_ name: String, _ gateway: Gateway) async throws -> CatalogSource {
        try await gateway.resolver.source(name)
    }

    /// All sources.
    static func all(_ gateway: Gateway) async throws -> [CatalogSource] {
        try await gateway.send(Catalog.ListSources()).sources
    }

    /// Changes a source with an address; for a source without one the failure has advice.
    static func change<Request: RPCRequest>(
        _ name: String, _ request: Request, _ gateway: Gateway
    ) async throws -> Request.Response where Request.Service == Catalog {
        do {
            return try await gateway.send(request, see: see)
        } catch var failure as GatewayFailure
            where [RPCCode.failedPrecondition, .notFound].map(\.description).contains(failure.code)
        {
            let source = try await find(name, gateway)
            guard source.feed == nil, !source.path.isEmpty else { throw failure }
            failure.advice = "hearth import \(source.path.shellWord) --source \(name.shellWord)"
            throw failure
        }
    }

    /// Follows a job to its end.
    static func follow(_ started: ImportStarted, _ gateway: Gateway, see: String = see) async throws -> ImportJob {
        try await JobFollower(
            gateway: gateway, request: Catalog.FollowImport(job: started.job), see: see
        ).end(bar: progress)
    }

    /// How far a job is.
    static func progress(_ job: ImportJob) -> ProgressBar {
        if let place = job.place {
            let begun = job.state == .waiting ? "" : "fetched, "
            return ProgressBar("\(begun)waiting for another import, \(place == 1 ? "next" : "number \(place)") in line")
        }
        if job.state == .waiting { return ProgressBar("waiting for another import") }
        let isBytes = [.fetching, .reading].contains(job.phase)
        return ProgressBar(job.phase.rawValue, done: job.done, total: job.total, rate: job.rate) {
            isBytes ? AmountFormatter.bytes($0) : AmountFormatter.number($0)
        }
    }
}

/// A source's kind, on the command line.
struct SourceKindArgument: ExpressibleByArgument {
    let kind: ImportKind
    static let allValueStrings = ["playlist", "guide", "xtream"]

    init?(argument: String) {
        guard Self.allValueStrings.contains(argument.lowercased()) else { return nil }
        kind = ImportKind(rawValue: argument.lowercased())
    }

    init(_ kind: ImportKind) { self.kind = kind }

    /// The kind by an address; the user can override it.
    static func guess(_ address: String) -> ImportKind {
        let path = address.lowercased().prefix { $0 != "?" && $0 != "#" }
        if path.hasSuffix("xmltv.php") { return .guide }
        if path.hasSuffix("player_api.php") { return .xtream }
        return [".xml", ".xml.gz", ".xmltv", ".xmltv.gz"].contains(where: path.hasSuffix) ? .guide : .playlist
    }
}

/// How often a source is fetched: `12h`, `never`.
struct ScheduleArgument: ExpressibleByArgument {
    let minutes: Int32

    init?(argument: String) {
        if argument.lowercased() == "never" {
            minutes = 0
        } else if argument.hasSuffix("d"), let days = Int32(argument.dropLast()), (1...28).contains(days) {
            minutes = days * 1_440
        } else if let span = TimeSpan(argument: argument), span.seconds >= 60 {
            minutes = Int32(clamping: Int64(span.seconds / 60))
        } else {
            return nil
        }
    }
}

/// The source of an account's password: never the command line, which other users of the machine can see.
struct PasswordOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A file with the account's password; - reads it from the input.", valueName: "file"))
    var passwordFile: String?

    /// The password; nil when no file is named.
    ///
    /// - Throws: ``GatewayFailure`` when it cannot be read.
    func password() throws -> String? {
        try passwordFile.map { try SecretFile.read($0, what: "password") }
    }
}
