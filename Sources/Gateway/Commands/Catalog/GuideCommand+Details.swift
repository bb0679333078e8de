internal import ArgumentParser
internal import CatalogAPI
internal import Foundation
internal import HearthModel

/// `hearth guide show`
struct GuideShow: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the guide's details of a programme.",
        discussion: """
            hearth guide show 40                    what is on now on channel 40
            hearth guide show "news 24" 20:15
            hearth guide show 40 "late headlines"   the next time that it is on
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The channel: its number, name, id or @row.", completion: .channels)
    var channel: String

    @Argument(
        help: "A time: 20:15 today, \"01-31 20:15\", or 2026-01-31T20:15:00Z; or words of its title. Now by default.")
    var time: String?

    func run(_ gateway: Gateway) async throws {
        let clock = await gateway.clock()
        let channel = try await gateway.resolver.channel(channel)
        var at: Date?
        if let time {
            at = try await gateway.resolver.moment(time, of: "TIME", on: channel, past: 0, clock)
        }
        let request = Catalog.GetProgramme(channel: channel, at: at)
        let found = try await gateway.send(request, see: "hearth guide grid \(channel)")
        let output = gateway.output
        if output.isJSON { return output.json(found) }
        let programme = found.programme
        output.line(output.coloured(Table.printable(programme.displayTitle), .bold))
        let number = found.channel.number.map { "\(Table.printable($0)) " } ?? ""
        output.line(
            "\(number)\(Table.printable(found.channel.card.title)), \(clock.time(programme.start)) to "
                + clock.time(programme.stop))
        output.printTimeZone(clock)
        let facts = programme.facts
        if !facts.isEmpty { output.line(facts.joined(separator: " · ")) }
        if let overview = programme.overview { output.line(Table.printable(overview)) }
        for line in programme.creditLines { output.line(line) }
        guard found.hasCatchup else { return }
        let moment = ISO8601DateFormatter().string(from: programme.start)
        output.line(output.coloured("Catch-up is available: hearth guide catchup \(channel) \(moment)", .dim))
    }
}

extension Programme {
    /// Its flags, in words.
    var marks: [String] {
        [
            isPremiere == true ? "premiere" : isNew ? "new" : nil, isLive == true ? "live" : nil,
            isRepeat == true ? "repeat" : nil,
        ].compactMap(\.self)
    }

    /// Its genres, and the guide's other categories.
    var kinds: [String] { genres + (categories ?? []) }

    /// Its facts, in a word or two each.
    fileprivate var facts: [String] {
        let number = [season.map { "season \($0)" }, episode.map { "episode \($0)" }].compactMap(\.self)
        let known = rating == .unrated ? nil : rating.rawValue
        let ratings = [certification.map(Table.printable), known].compactMap(\.self)
        let rating = ratings.count > 1 && ratings[0] != ratings[1] ? "\(ratings[0]) (\(ratings[1]))" : ratings.first
        return [
            number.isEmpty ? nil : number.joined(separator: ", "), rating,
            kinds.isEmpty ? nil : Table.printable(kinds.joined(separator: ", ")),
        ].compactMap(\.self) + marks
    }

    /// Its credits, a line for each role.
    fileprivate var creditLines: [String] {
        let credits = credits ?? []
        var roles: [CreditRole] = []
        for credit in credits where !roles.contains(credit.role) { roles.append(credit.role) }
        return roles.map { role in
            let names = credits.filter { $0.role == role }.map { credit in
                credit.character.map { "\(credit.name) (\($0))" } ?? credit.name
            }
            let heading = role.rawValue.prefix(1).uppercased() + role.rawValue.dropFirst()
            return Table.printable("\(heading): \(names.joined(separator: ", "))")
        }
    }
}
