internal import ArgumentParser
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC

/// `hearth next`
struct NextCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Show which episode of a series comes next, or what the queue plays next.",
        discussion: """
            The next episode is the first unwatched one after the last one watched (after-last-watched), or the first \
            unwatched one of all (first-unwatched). --rule chooses it: for a series, or without one for all series of \
            the profile that have no rule of their own. Specials are passed over, and a finished series that is played \
            again goes on behind the episode that was played.

            Example: hearth next "harbour lights" --rule first-unwatched
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(
        help: ArgumentHelp("The series: its id, name or @row; without one, the queue.", valueName: "series"),
        completion: .titles)
    var series: [String] = []

    @Option(
        help: ArgumentHelp("after-last-watched, first-unwatched, or default to remove the choice.", valueName: "rule"))
    var rule: RuleArgument?

    /// A rule as it is typed.
    enum RuleArgument: String, ExpressibleByArgument, CaseIterable {
        case afterLastWatched = "after-last-watched"
        case firstUnwatched = "first-unwatched"
        case standard = "default"

        var rule: NextUpRule? {
            switch self {
            case .afterLastWatched: .afterLastWatched
            case .firstUnwatched: .firstUnwatched
            case .standard: nil
            }
        }
    }

    func run(_ gateway: Gateway) async throws {
        let content = series.isEmpty ? nil : try await gateway.resolver.title(series)
        if let rule {
            let choice = try await gateway.send(
                PlaybackState.SetNextUpRule(series: content, rule: rule.rule), see: "hearth next")
            if content == nil {
                if gateway.output.isJSON { return gateway.output.json(choice) }
                return gateway.output.line("Series without a rule of their own: \(NextFormatter.reason(choice.rule)).")
            }
        }
        if let content { try await show(content, gateway) } else { try await showQueue(gateway) }
    }

    private func show(_ content: ContentID, _ gateway: Gateway) async throws {
        let found = try await gateway.send(PlaybackState.GetNextUp(content: content))
        let output = gateway.output
        if output.isJSON { return output.json(found) }
        let seen = "\(found.watched) of \(AmountFormatter.count(found.total, "episode")) watched"
        if let next = found.next {
            output.line(NextFormatter.line(next))
            output.line(output.coloured(seen, .dim))
        } else if found.isFinished {
            output.line("Nothing: the series is finished. `hearth play` begins it again.")
        } else {
            output.line("Nothing comes next, \(seen).")
        }
    }

    private func showQueue(_ gateway: Gateway) async throws {
        let found = try await gateway.send(PlaybackState.NextInQueue())
        let output = gateway.output
        if output.isJSON { return output.json(found) }
        if let next = found.next { return output.line(NextFormatter.line(next)) }
        guard let entry = found.entry else { return output.line("Nothing: the queue is empty.") }
        output.line(
            "\(Table.printable(CardFormatter.title(entry.card)))  \(entry.content): its episodes are not known now, as "
                + "the catalog does not respond.")
    }
}

extension HistoryCommand {
    /// `hearth history complete`
    struct Complete: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "complete", abstract: "Complete a title: watched, out of the queue, and what plays next.",
            discussion: "Example: hearth history complete \"harbour lights\" S1E2")

        @OptionGroup var global: GlobalOptions

        @Argument(
            help: ArgumentHelp("The movie or the episode: its id, name or @row.", valueName: "title"),
            completion: .titles)
        var title: [String]

        func run(_ gateway: Gateway) async throws {
            let content = try await gateway.resolver.title(title)
            let done = try await gateway.send(PlaybackState.CompleteTitle(content: content), see: "hearth resume")
            let output = gateway.output
            if output.isJSON { return output.json(done) }
            output.line("\(Table.printable((done.content ?? content).rawValue)) is completed.")
            if done.problem == .catalogUnavailable {
                output.line("The next episode is not known: the catalog does not respond.")
            }
            if let next = done.next {
                output.line("Next: \(NextFormatter.line(next))")
            } else if done.problem == .nothingLeft {
                output.line("Nothing is left to play next.")
            }
        }
    }
}

/// Texts about what plays next.
enum NextFormatter {
    /// A title, and why it is the next one.
    static func line(_ next: NextTitle) -> String {
        let reason =
            next.rule == nil && next.resume == nil ? source(next) : reason(next.rule, isStarted: next.resume != nil)
        return "\(Table.printable(CardFormatter.title(next.card)))  \(next.content) (\(reason))"
    }

    /// Why an episode comes next.
    static func reason(_ rule: NextUpRule?, isStarted: Bool = false) -> String {
        switch rule {
        case NextUpRule.afterLastWatched?: "the first unwatched one after the last one watched"
        case NextUpRule.firstUnwatched?: "the first unwatched one"
        case NextUpRule.rewatch?: "the series is watched again"
        case let other?: Table.printable(other.rawValue)
        case nil: isStarted ? "left in the middle" : "the one to go on with"
        }
    }

    private static func source(_ next: NextTitle) -> String {
        switch next.source {
        case .queue: "the queue's head"
        case .suggestion: "a suggestion"
        default: "the one to go on with"
        }
    }
}
