internal import ArgumentParser
internal import HearthModel
internal import ProfilesAPI
internal import ServiceKit

/// `hearth rules add`
struct RulesAdd: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a rule to a kids profile.",
        discussion: """
            A rule with several conditions fits titles that meet all of them. It comes last unless --at gives it a place. \
            A rule with --category decides about programmes of the guide, on channels that the profile may see: a programme \
            that it blocks is not in the guide, and its channel cannot be watched while it runs.

            Example: hearth rules add allow --group Kids --of Kids
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var subject: RulesSubject
    @OptionGroup var guarded: PINOptions

    @Argument(help: "What it does: allow or block.", completion: .list(["allow", "block"]))
    var action: String

    @Option(help: ArgumentHelp("Words of a group's name.", valueName: "words"))
    var group: String?

    @Option(help: ArgumentHelp("A genre.", valueName: "name"))
    var genre: String?

    @Option(help: ArgumentHelp("A title: its id, name or @row; of a series with its episodes.", valueName: "title"))
    var title: String?

    @Option(help: ArgumentHelp("A channel: its number, name, id or @row.", valueName: "channel"))
    var channel: String?

    @Option(help: ArgumentHelp("Words in the title.", valueName: "words"))
    var words: String?

    @Option(help: ArgumentHelp("A source.", valueName: "name"), completion: .sources)
    var source: String?

    @Option(help: ArgumentHelp("A rating: G, PG, PG-13 or Unrated.", valueName: "rating"))
    var rating: String?

    @Option(help: ArgumentHelp("A certificate, such as 12 or TV-Y7.", valueName: "text"))
    var certificate: String?

    @Option(help: ArgumentHelp("A rating system, such as FSK, or its country.", valueName: "name"))
    var system: String?

    @Option(help: ArgumentHelp("A kind: movie, series, episode or channel.", valueName: "kind"))
    var kind: String?

    @Option(
        help: ArgumentHelp(
            "A category of a guide's programmes, such as Horror; with --words at most.", valueName: "name"))
    var category: String?

    @Option(help: ArgumentHelp("Its place, from 1.", valueName: "number"))
    var at: Int?

    func validate() throws {
        guard ["allow", "block"].contains(action.lowercased()) else {
            throw ValidationError("A rule is allow or block, and not \"\(action)\".")
        }
        guard title == nil || channel == nil else { throw ValidationError("Name a title or a channel, not both.") }
        let ofTitles = [group, genre, title, channel, source, rating, certificate, system, kind]
        guard category == nil || ofTitles.allSatisfy({ $0 == nil }) else {
            throw ValidationError(
                "A rule with --category is about programmes, and takes no other condition than --words.")
        }
        let conditions = ofTitles + [words, category]
        guard conditions.contains(where: { $0 != nil }) else {
            throw ValidationError("A rule needs a condition, such as --group Kids.")
        }
        if let at, at < 1 { throw ValidationError("--at counts from 1.") }
    }

    func run(_ gateway: Gateway) async throws {
        var rule = ViewingRule(ViewingAction(rawValue: action.lowercased()))
        (rule.group, rule.genre, rule.words, rule.source) = (group, genre, words, source)
        (rule.certificate, rule.system, rule.category) = (certificate, system, category)
        rule.rating = rating.map { text in
            ContentRating.all.first { $0.rawValue.lowercased() == text.lowercased() } ?? ContentRating(rawValue: text)
        }
        rule.kind = kind.map { ContentKind(rawValue: $0.lowercased()) }
        if let channel { rule.title = try await gateway.resolver.channel(channel) }
        if let title { rule.title = try await gateway.resolver.title(title) }
        let made = rule
        try await RulesChange(subject, guarded).make(gateway) { rules in
            let place = at.map { min($0 - 1, rules.rules.count) } ?? rules.rules.count
            rules.rules.insert(made, at: place)
        }
    }
}
