internal import ArgumentParser
internal import Foundation
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC

/// `hearth play`
struct PlayCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Simulate a player: report progress without rendering the title.",
        discussion: """
            Downloaded titles are played from disk, others from their link. Opens a session, reports its position every few \
            seconds, and ends it. Resume points, history and activity follow from these reports.

            A series plays the episode with which the profile goes on; `hearth next` says which.

            Ctrl-C ends the session where it is.

            hearth play glass harbour
            hearth play "harbour lights" S1E2 --speed 60
            hearth play @3                     row 3 of the last list
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(
        help: ArgumentHelp(
            "The movie, series, episode or channel: its id, name, number or @row; S1E2 after a series.",
            valueName: "title"),
        completion: .titles)
    var title: [String]

    @Option(help: ArgumentHelp("The link, by its id.", valueName: "variant"))
    var variant: String?

    @Option(help: ArgumentHelp("The device that plays.", valueName: "device"))
    var device: String = "hearth"

    @Option(
        help: ArgumentHelp("Another viewer; may be given several times.", valueName: "profile"), completion: .profiles)
    var with: [String] = []

    @Flag(help: "Start at the beginning, ignoring the resume point.")
    var startOver = false

    @Option(help: ArgumentHelp("The playback speed: seconds of playback per second.", valueName: "factor"))
    var speed: Double = 1

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("How much to watch; to the end by default.", valueName: "seconds"))
    var amount: Double?

    @Option(help: ArgumentHelp("The title's length, when it is unknown.", valueName: "seconds"))
    var length: Double?

    func validate() throws {
        guard speed > 0, speed <= SimulatedPlayer.fastest else {
            throw ValidationError("--speed takes more than 0 and at most \(Int(SimulatedPlayer.fastest)).")
        }
        for (name, value) in [("--for", amount), ("--length", length)] {
            if let value, !(value > 0 && value <= SimulatedPlayer.longestSeconds) {
                throw ValidationError("\(name) takes more than 0 and at most \(Int(SimulatedPlayer.longestSeconds)).")
            }
        }
    }

    func run(_ gateway: Gateway) async throws {
        // From before the session opens: no session must be left open.
        let interruptions = await gateway.environment.interruptions()
        let content = try await gateway.resolver.title(title)
        var others: [String] = []
        for name in with { others.append(try await gateway.resolver.profile(name).id) }
        let playback = try await gateway.send(
            PlaybackState.Play(
                content: content, variant: variant, device: device,
                watchingTogether: others.isEmpty ? nil : others, startsOver: startOver ? true : nil),
            see: "hearth history")
        if !gateway.output.isJSON, content != playback.card.id, let season = playback.card.season,
            let episode = playback.card.episode
        {
            let reason = NextFormatter.reason(playback.rule, isStarted: playback.resume != nil)
            gateway.output.line("Playing S\(season)E\(episode): \(reason).")
        }
        let isChannel = playback.card.kind == .channel
        let known = length ?? playback.card.runtimeMinutes.map { Double($0) * 60 }
        let player = SimulatedPlayer(
            gateway: gateway, playback: playback, duration: isChannel ? nil : known ?? SimulatedPlayer.standardSeconds,
            amount: amount ?? (isChannel ? SimulatedPlayer.standardSeconds : nil), speed: speed)
        let outcome = try await player.run(until: interruptions)
        if gateway.output.isJSON { return gateway.output.json(outcome) }
        let end = outcome.duration.map { " of \(SimulatedPlayer.clock($0))" } ?? ""
        let source = outcome.download == nil ? "" : ", from its download"
        let verb = outcome.isInterrupted == true ? "Stopped" : "Watched"
        gateway.output.line(
            "\(verb) \(Table.printable(playback.card.longTitle)) from \(SimulatedPlayer.clock(outcome.from)) "
                + "to \(SimulatedPlayer.clock(outcome.to))\(end)\(source), told in \(AmountFormatter.count(outcome.reports, "report"))."
        )
    }
}
