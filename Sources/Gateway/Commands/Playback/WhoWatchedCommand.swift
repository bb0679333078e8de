internal import ArgumentParser
internal import PlaybackStateAPI
internal import ProfilesAPI

/// `hearth who-watched`
struct WhoWatchedCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "who-watched",
        abstract: "Show which profiles have finished titles, are in them, or have not begun.",
        discussion: "Example: hearth who-watched \"glass harbour\"")

    @OptionGroup var global: GlobalOptions

    @Argument(
        help: ArgumentHelp("Titles and series: ids, names or @rows, each quoted.", valueName: "title"),
        completion: .titles)
    var ids: [String]

    func run(_ gateway: Gateway) async throws {
        let contents = try await gateway.resolver.titles(ids)
        let list = try await gateway.send(PlaybackState.WhoWatched(contents: contents))
        let output = gateway.output
        if output.isJSON { return output.json(list) }
        let missing = contents.count - list.titles.count
        let names = await names(gateway)
        let clock = await gateway.clock()
        var table = Table(
            .text("TITLE", isFlexible: true), .text("PROFILE"), .text("STATE"), .number("SEEN"), .text("LAST"))
        for title in list.titles {
            for profile in title.profiles {
                table.add(
                    CardFormatter.title(title.card), names[profile.profile] ?? profile.profile,
                    Self.text(profile.state), Self.seen(profile), profile.lastWatched.map(clock.time) ?? "")
            }
        }
        output.table(table)
        if missing > 0 {
            output.line("\(AmountFormatter.count(missing, "title")) of these the library does not have.")
        }
    }

    /// The names of profiles by their ids; none while profiles does not respond.
    private func names(_ gateway: Gateway) async -> [String: String] {
        let profiles = try? await gateway.send(Profiles.ListProfiles()).profiles
        return Dictionary((profiles ?? []).map { ($0.id, $0.name) }) { first, _ in first }
    }

    private static func text(_ state: ViewingState) -> String {
        switch state {
        case .finished: "finished"
        case .begun: "in it"
        case .notBegun: "not begun"
        default: state.rawValue
        }
    }

    private static func seen(_ profile: ProfileViewing) -> String {
        guard let finished = profile.episodesFinished else {
            return profile.state == .notBegun ? "" : PlaybackFormatter.percent(profile.progress)
        }
        return profile.episodes.map { "\(finished) of \($0)" } ?? "\(finished)"
    }
}
