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

            In a terminal keys control it: space pauses and goes on, the left and right arrows jump 10 s, s skips what is \
            offered to be skipped, n plays what comes next now, c cancels that, v takes another link, q ends. What comes next \
            plays after its countdown; elsewhere with --auto-next.

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

    @Flag(help: "Go on with what comes next, until nothing does. In a terminal it does so anyway.")
    var autoNext = false

    @Option(
        help: ArgumentHelp(
            "Of a channel, a time within a past programme, which is played from its start: 20:15 or \"01-31 20:15\".",
            valueName: "time"))
    var programme: String?

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
        var time: Date?
        if let programme { time = try await gateway.clock().moment(programme, of: "--programme") }
        let playback = try await gateway.send(
            PlaybackState.Play(
                content: content, variant: variant, device: device,
                watchingTogether: others.isEmpty ? nil : others, startsOver: startOver ? true : nil,
                programme: time),
            see: "hearth history")
        if !gateway.output.isJSON, content != playback.card.id, let season = playback.card.season,
            let episode = playback.card.episode
        {
            let reason = NextFormatter.reason(playback.rule, isStarted: playback.resume != nil)
            gateway.output.line("Playing S\(season)E\(episode): \(reason).")
        }
        if !gateway.output.isJSON, let presses = await gateway.environment.keyboard.open(gateway.runtime) {
            let player = InteractivePlayer(gateway: gateway) {
                [duration = length, amount = amount, speed = speed, runtime = gateway.runtime] in
                PlayerScreen(
                    $0, duration: Self.duration(of: $0, known: duration), amount: amount, speed: speed, at: runtime.now)
            }
            do { try await player.run(playback, keys: presses.keys, until: interruptions) } catch {
                await presses.close()
                throw error
            }
            return await presses.close()
        }
        try await simulate(playback, gateway, until: interruptions)
    }

    /// The length of what is played in seconds; nil for a stream without an end.
    private static func duration(of playback: Playback, known: Double?) -> Double? {
        guard playback.card.kind != .channel else { return nil }
        return known ?? playback.card.runtimeMinutes.map { Double($0) * 60 } ?? SimulatedPlayer.standardSeconds
    }

    /// Plays without keys, and with `--auto-next` what comes next.
    private func simulate(
        _ playback: Playback, _ gateway: Gateway, until interruptions: AsyncStream<Void>
    ) async throws {
        var (current, signals) = (playback, interruptions)
        while true {
            let isChannel = current.card.kind == .channel
            let player = SimulatedPlayer(
                gateway: gateway, playback: current, duration: Self.duration(of: current, known: length),
                amount: amount ?? (isChannel ? SimulatedPlayer.standardSeconds : nil), speed: speed)
            let outcome = try await player.run(until: signals)
            tell(outcome, current, gateway.output)
            guard autoNext, amount == nil, !isChannel, outcome.isInterrupted != true else { return }
            let countdown = Duration.seconds(Double(current.settings?.countdownSeconds ?? 0) / speed)
            // A stream of signals has one reader: each title and each countdown takes its own.
            guard await gateway.waits(countdown, until: await gateway.environment.interruptions()) else { return }
            signals = await gateway.environment.interruptions()
            let next = PlaybackState.PlayNext(session: current.session, playsByItself: true)
            do { current = try await gateway.send(next, see: "hearth activity") } catch let failure as GatewayFailure
                where failure.isNothingNext
            { return }
        }
    }

    private func tell(_ outcome: SimulatedPlayer.Outcome, _ playback: Playback, _ output: Output) {
        if output.isJSON { return output.json(outcome) }
        let end = outcome.duration.map { " of \(SimulatedPlayer.clock($0))" } ?? ""
        let source = outcome.download == nil ? "" : ", from its download"
        let verb = outcome.isInterrupted == true ? "Stopped" : "Watched"
        output.line(
            "\(verb) \(Table.printable(playback.card.longTitle)) from \(SimulatedPlayer.clock(outcome.from)) "
                + "to \(SimulatedPlayer.clock(outcome.to))\(end)\(source), told in \(AmountFormatter.count(outcome.reports, "report"))."
        )
    }
}

extension Gateway {
    /// Lets time pass; false when a person has interrupted it.
    fileprivate func waits(_ time: Duration, until interruptions: AsyncStream<Void>) async -> Bool {
        await withTaskGroup(of: Bool.self) { [runtime] group in
            group.addTask {
                try? await runtime.sleep(for: time)
                return true
            }
            group.addTask {
                for await _ in interruptions { return false }
                // It ends by being cancelled, after the time has passed.
                try? await runtime.sleep(for: time)
                return true
            }
            defer { group.cancelAll() }
            return await group.next() ?? true
        }
    }
}
