internal import ArgumentParser
internal import Cluster
internal import RPC
internal import ServiceKit

/// `hearth setup`
struct SetupCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Set up a household: time zone, country, profiles, PIN, first lists, TMDB key.",
        discussion: """
            Starts the services when none run, and asks in the terminal what no option says. Enter leaves a value as it is. \
            A second run changes only what is asked for. With --unattended, or without a terminal, nothing is asked.

            Example: hearth setup --unattended --time-zone Europe/Berlin --region DE --adult Kim --kid Noa --list channels.m3u
            """)

    @OptionGroup var global: GlobalOptions

    @Option(help: ArgumentHelp("The household's IANA time zone.", valueName: "zone"))
    var timeZone: String?

    @Option(
        help: ArgumentHelp(
            "The country by ISO 3166-1, such as DE, for watch providers.", valueName: "country"))
    var region: String?

    @Option(help: ArgumentHelp("An adult's profile; may be repeated.", valueName: "name"))
    var adult: [String] = []

    @Option(help: ArgumentHelp("A kids profile; may be repeated.", valueName: "name"))
    var kid: [String] = []

    @Flag(inversion: .prefixedNo, help: "Let kids profiles see titles without a rating, or not.")
    var kidsSeeUnrated: Bool?

    @Option(
        help: ArgumentHelp(
            "A file with the household's PIN, 4 to 8 digits; - reads it from standard input.", valueName: "file"))
    var pinFile: String?

    @Option(
        help: ArgumentHelp("A playlist: a file, or an address to refresh daily.", valueName: "file-or-address"),
        completion: .file())
    var list: String?

    @Option(
        help: ArgumentHelp("A programme guide: a file, or an address to refresh daily.", valueName: "file-or-address"),
        completion: .file())
    var guide: String?

    @Option(
        help: ArgumentHelp(
            "A file with the key of themoviedb.org; it is copied to a private file beside the configuration.",
            valueName: "file"))
    var tmdbKeyFile: String?

    @Flag(help: "Ask nothing: do what the options say.")
    var unattended = false

    func validate() throws {
        if [pinFile, tmdbKeyFile].allSatisfy({ $0 == "-" }) {
            throw ValidationError("Only one of --pin-file and --tmdb-key-file can read standard input.")
        }
    }

    func run(_ gateway: Gateway) async throws {
        try await start(gateway)
        var plan = SetupPlan(
            timeZone: timeZone, region: region, adults: adult, kids: kid, kidsSeeUnrated: kidsSeeUnrated, list: list,
            guide: guide)
        plan.pin = try pinFile.map { try SecretFile.read($0, what: "PIN") }
        plan.tmdbKey = try tmdbKeyFile.map { try SecretFile.read($0, what: "key") }
        let state = try await SetupState(gateway)
        if !unattended, !gateway.output.isJSON {
            try await SetupQuestions(terminal: gateway.environment.terminal, state: state).fill(&plan)
        }
        try plan.check()
        var report = HouseholdSetup.Report()
        do {
            try await HouseholdSetup(gateway: gateway, global: global).apply(plan, to: state, &report)
        } catch {
            // What was done before the failure stays.
            if !gateway.output.isJSON { for text in report.changed { gateway.output.line(text) } }
            throw error
        }
        report.tell(gateway.output)
    }

    /// Starts the cluster when no service runs.
    private func start(_ gateway: Gateway) async throws {
        // What a killed cluster has left in the run directory does not run.
        let runs =
            RunningCluster(paths: gateway.paths) != nil
            || !ClusterControl(gateway: gateway).unsupervised().isEmpty || !gateway.remoteServices.isEmpty
        guard !runs else { return }
        if !gateway.output.isJSON { gateway.output.note("Starting the services.") }
        let up = try await UpCommand.asyncParse(["--detach"] + global.directoryArguments)
        try await up.run(gateway)
    }
}

/// What a set-up is to do; what is nil or empty stays as it is.
struct SetupPlan: Sendable, Hashable {
    var timeZone: String?
    var region: String?
    var adults: [String] = []
    var kids: [String] = []
    var kidsSeeUnrated: Bool?
    var pin: String?
    var list: String?
    var guide: String?
    var tmdbKey: String?

    private static let longestKey = 4_096

    /// Rejects what would fail half-way.
    ///
    /// - Throws: ``GatewayFailure``.
    func check() throws {
        let names = (adults + kids).map { $0.lowercased() }
        if Set(names).count < names.count {
            throw Self.failure("NAME_TWICE", "A profile is named twice.")
        }
        if let pin { _ = try PINOptions.checked(pin) }
        for place in [list, guide].compactMap(\.self) where !ImportAddress.isAddress(place) {
            try FileUpload.check(place)
        }
        if let tmdbKey,
            tmdbKey.isEmpty || tmdbKey.utf8.count > Self.longestKey || tmdbKey.contains(where: \.isWhitespace)
        {
            throw Self.failure("NOT_A_KEY", "A TMDB key is one word. Nothing was changed.")
        }
    }

    private static func failure(_ code: String, _ message: String) -> GatewayFailure {
        GatewayFailure(code, message, status: .usage)
    }
}
