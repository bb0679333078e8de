internal import ArgumentParser
internal import CatalogAPI
internal import HearthModel
internal import RPC
internal import ServiceKit

/// `hearth correct`
struct CorrectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "correct",
        abstract: "Correct the catalog's data of titles.",
        discussion: """
            A correction survives every refresh of the sources until it is undone. `hearth explain` shows how a title was \
            identified.

            Example: hearth correct title "glass harbour" --year 1984
            """,
        subcommands: [Facts.self, Join.self, Split.self, Pin.self, Order.self, List.self, Undo.self],
        defaultSubcommand: List.self)

    /// `hearth correct title`
    struct Facts: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "title", abstract: "Correct a title's kind, name, rating and other data.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: ArgumentHelp("The title: its id, name or @row.", valueName: "title"), completion: .titles)
        var id: String

        @Option(help: "movie, episode or channel; an episode wants --series, --season and --episode.")
        var kind: KindArgument?

        @Option(help: "What it is called.")
        var title: String?

        @Option(help: "The year it came out; 0 for none.")
        var year: Int32?

        @Option(help: "G, PG, PG-13, R, NC-17 or Unrated.")
        var rating: String?

        @Flag(inversion: .prefixedNo, help: "Whether it is pornography.")
        var adult: Bool?

        @Option(help: ArgumentHelp("Its TMDB ID; 0 for none.", valueName: "number"))
        var tmdb: Int64?

        @Option(help: ArgumentHelp("The series of the episode.", valueName: "title"))
        var series: String?

        @Option(help: "The season of the episode.")
        var season: Int32?

        @Option(help: "The number of the episode.")
        var episode: Int32?

        @Option(help: ArgumentHelp("Its intro in seconds, 12-75; 0-0 when it has none.", valueName: "from-to"))
        var intro: IntroArgument?

        @Option(help: ArgumentHelp("Where its credits begin, in seconds.", valueName: "seconds"))
        var credits: Double?

        @Option(
            help: ArgumentHelp("Where it shows what happened before, 0-40; 0-0 for nowhere.", valueName: "from-to"))
        var recapPart: IntroArgument?

        @Option(help: ArgumentHelp("What comes before the intro, likewise.", valueName: "from-to"))
        var teaserPart: IntroArgument?

        @Option(help: ArgumentHelp("Where it shows what happens next, likewise.", valueName: "from-to"))
        var previewPart: IntroArgument?

        @Flag(inversion: .prefixedNo, help: "Whether an episode is a recap.")
        var recap: Bool?

        @Flag(inversion: .prefixedNo, help: "Whether an episode is filler.")
        var filler: Bool?

        @Option(
            help: ArgumentHelp(
                "The guide's channel that a channel is, as `hearth guide channels` shows it.", valueName: "guide-id"))
        var guide: String?

        @Option(
            help: ArgumentHelp(
                "The source of that guide; any source that has the channel by default.", valueName: "source"))
        var guideSource: String?

        @Flag(help: "The channel has no guide.")
        var noGuide = false

        func validate() throws {
            guard !noGuide || guide == nil && guideSource == nil else {
                throw ValidationError("--no-guide says that there is none: leave out --guide and --guide-source.")
            }
        }

        func run(_ gateway: Gateway) async throws {
            var changes = TitleChanges()
            (changes.kind, changes.title, changes.year) = (kind?.kind, title, year)
            (changes.rating, changes.isAdult) = (rating.map { ContentRating(rawValue: $0) }, adult)
            (changes.tmdbID, changes.seriesTitle) = (tmdb, series)
            (changes.season, changes.episode) = (season, episode)
            (changes.introStart, changes.introEnd, changes.creditStart) = (intro?.start, intro?.end, credits)
            (changes.recapPart, changes.teaserPart) = (recapPart?.part, teaserPart?.part)
            changes.previewPart = previewPart?.part
            (changes.isRecap, changes.isFiller) = (recap, filler)
            (changes.guideID, changes.guideSource) = (noGuide ? "" : guide, guideSource)
            try await CorrectCommand.make(
                Catalog.CorrectTitle(id: try await gateway.resolver.title(id), changes: changes), gateway,
                said: "corrected")
        }
    }

    /// `hearth correct join`
    struct Join: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "join", abstract: "Merge two titles: the links of the first move to the second.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The title to merge and remove: its id, name or @row.", completion: .titles)
        var from: String

        @Argument(help: "The title to keep: its id, name or @row.", completion: .titles)
        var into: String

        func run(_ gateway: Gateway) async throws {
            let first = try await gateway.resolver.title(from)
            let request = Catalog.JoinTitles(id: first, into: try await gateway.resolver.title(into))
            try await CorrectCommand.make(request, gateway, said: "joined")
        }
    }

    /// `hearth correct split`
    struct Split: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "split", abstract: "Split links off a title: into a new title, or into another one.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: ArgumentHelp("The title: its id, name or @row.", valueName: "title"), completion: .titles)
        var id: String

        @Option(
            help: ArgumentHelp(
                "A link by its id, as `hearth title` shows it; may be given several times.", valueName: "link"))
        var link: [String]

        @Option(help: ArgumentHelp("The title to move the links to.", valueName: "title"), completion: .titles)
        var into: String?

        @Option(help: "What a new title is called.")
        var title: String?

        @Option(help: "The year of a new title.")
        var year: Int32?

        func run(_ gateway: Gateway) async throws {
            let id = try await gateway.resolver.title(id)
            var target: ContentID?
            if let into { target = try await gateway.resolver.title(into) }
            let request = Catalog.SplitTitle(id: id, variants: link, into: target, title: title, year: year)
            try await CorrectCommand.make(request, gateway, said: "split")
        }
    }

    /// `hearth correct pin`
    struct Pin: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "pin", abstract: "Pin a title, so that later imports do not rename it.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: ArgumentHelp("The title: its id, name or @row.", valueName: "title"), completion: .titles)
        var id: String

        func run(_ gateway: Gateway) async throws {
            let id = try await gateway.resolver.title(id)
            try await CorrectCommand.make(Catalog.PinTitle(id: id), gateway, said: "pinned")
        }
    }

    /// `hearth correct undo`
    struct Undo: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "undo", abstract: "Undo a correction.", aliases: ["take-back"])

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The correction: its id, title or @row; the last one by default.")
        var correction: String?

        func run(_ gateway: Gateway) async throws {
            if let correction {
                return try await CorrectCommand.undo(try await gateway.resolver.correction(correction), gateway)
            }
            let last = try await gateway.send(Catalog.ListCorrections(page: PageRequest(size: 1))).corrections.first
            guard let last else { throw GatewayFailure("NOTHING_TO_UNDO", "There are no corrections.") }
            try await CorrectCommand.undo(last.id, gateway)
        }
    }

    /// Undoes a correction, by its id.
    static func undo(_ correction: String, _ gateway: Gateway) async throws {
        try await make(Catalog.TakeBackCorrection(correction: correction), gateway, said: nil)
    }

    /// Stores a correction, waits until it is published, and prints it.
    ///
    /// - Parameter said: the title's new state, such as "pinned"; nil where a correction was undone.
    fileprivate static func make<Request: RPCRequest>(
        _ request: Request, _ gateway: Gateway, said: String?
    ) async throws where Request.Service == Catalog, Request.Response == CorrectionMade {
        let see = "hearth correct list"
        let made = try await gateway.send(request, see: see)
        if let job = made.job {
            let ended = try await JobFollower(
                gateway: gateway, request: Catalog.FollowImport(job: job), see: see
            ).end { job in
                if job.state == .waiting { return ProgressBar("waiting for an import") }
                return ProgressBar(job.phase.rawValue, done: job.done, total: job.total, rate: job.rate) {
                    AmountFormatter.number($0)
                }
            }
            guard ended.state == .done else {
                throw GatewayFailure(
                    "NOT_VISIBLE", ended.problem ?? "It is stored, but not published yet.",
                    advice: "It is published when the catalog restarts, or with the next correction.",
                    canRetry: true)
            }
        }
        let output = gateway.output
        if output.isJSON { return output.json(made) }
        guard let said else { return output.line("\(made.correction) of \(made.title.rawValue) is undone.") }
        output.line("\(made.title.rawValue) \(said). `hearth correct undo \(made.correction)` undoes it.")
    }
}

/// A part of a title on the command line.
struct IntroArgument: ExpressibleByArgument {
    let start: Double
    let end: Double

    init?(argument: String) {
        let parts = argument.split(separator: "-").map { Double($0) }
        guard parts.count == 2, let start = parts[0], let end = parts[1] else { return nil }
        (self.start, self.end) = (start, end)
    }

    /// The same in the contract.
    var part: PartTimes { PartTimes(start: start, end: end) }
}
