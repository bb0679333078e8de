internal import ArgumentParser
internal import HearthModel
internal import PlaybackStateAPI
internal import ServiceKit

/// `hearth join`
struct JoinCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Watch what another profile plays: it counts for the acting profile from now on.",
        discussion: """
            The session goes on as it is. What was played before does not count for who joins. Limits of a kids profile \
            hold: it leaves when they are reached.

            Example: hearth join "glass harbour"
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(
        help: ArgumentHelp(
            "The title that plays: its id, name or @row; not needed where one plays.", valueName: "title"),
        completion: .titles)
    var title: [String] = []

    func run(_ gateway: Gateway) async throws {
        let active = try await gateway.send(PlaybackState.ListActive(household: true)).sessions
        let session = try await gateway.session(
            title, among: active, "NOTHING_TO_BE_JOINED", "`hearth activity --all` shows what plays.")
        let joined = try await gateway.send(
            PlaybackState.JoinSession(session: session.session), see: "hearth activity")
        let output = gateway.output
        if output.isJSON { return output.json(joined) }
        let now = joined.session
        let end = now.duration.map { " of \(SimulatedPlayer.clock($0))" } ?? ""
        output.line(
            "Watching \(Table.printable(CardFormatter.title(now.card))) at \(SimulatedPlayer.clock(now.position))\(end) on "
                + "\(Table.printable(now.device)). `hearth leave` leaves it.")
        if let tracks = joined.tracks { output.line(output.coloured(Self.text(tracks), .dim)) }
    }

    private static func text(_ tracks: TrackChoice) -> String {
        let audio = tracks.audioLanguage.map(Table.printable) ?? "the title's own"
        return "Audio: \(audio). Subtitles: \(tracks.subtitleLanguage.map(Table.printable) ?? "none")."
    }
}

/// `hearth leave`
struct LeaveCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Leave a session that was joined; what was watched of it stays.",
        discussion: "Example: hearth leave")

    @OptionGroup var global: GlobalOptions

    @Argument(
        help: ArgumentHelp(
            "The title that plays: its id, name or @row; not needed where one was joined.", valueName: "title"),
        completion: .titles)
    var title: [String] = []

    func run(_ gateway: Gateway) async throws {
        // Those that the profile takes part in.
        let active = try await gateway.send(PlaybackState.ListActive()).sessions
        let joined = active.filter { $0.watchingTogether != nil }
        let session = try await gateway.session(
            title, among: joined, "NOTHING_TO_BE_LEFT", "`hearth activity` shows what was joined.")
        _ = try await gateway.send(PlaybackState.LeaveSession(session: session.session), see: "hearth activity")
        if gateway.output.isJSON { return gateway.output.json(session) }
        gateway.output.line("\(Table.printable(CardFormatter.title(session.card))) is left.")
    }
}

extension Gateway {
    /// The session that a person means: of the named title, else the only one.
    fileprivate func session(
        _ title: [String], among sessions: [ActiveSession], _ code: String, _ advice: String
    ) async throws -> ActiveSession {
        var found = sessions
        if !title.isEmpty {
            let content = try await resolver.title(title.joined(separator: " ")) {
                sessions.compactMap { $0.card?.under($0.content) }
            }
            found = sessions.filter { $0.content == content || $0.card?.series == content }
        }
        if found.count == 1 { return found[0] }
        throw found.isEmpty
            ? GatewayFailure(code, "No such session plays.", advice: advice)
            : GatewayFailure(
                "SEVERAL_SESSIONS", "\(found.count) sessions play: name the title.", advice: advice, status: .usage)
    }
}
