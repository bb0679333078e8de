internal import ArgumentParser
internal import HearthModel
internal import Screens
internal import WebAPI

/// `hearth home`
struct HomeCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "home",
        abstract: "Show the home screen: continue watching, on now, new titles.",
        discussion: """
            All services are queried at once. The rows of a service that is down are named as missing.

            Example: hearth home --section continue-watching --section up-next
            """)

    @OptionGroup var global: GlobalOptions

    @Option(
        help: ArgumentHelp(
            "Only this row, such as continue-watching or to-read; may be given several times.", valueName: "name"))
    var section: [String] = []

    @Option(help: ArgumentHelp("Also a row of this genre; may be given several times.", valueName: "genre"))
    var genre: [String] = []

    @Option(help: ArgumentHelp("How many to show in a row, at most 200.", valueName: "count"))
    var limit: Int32 = 10

    /// The whole screen, as `--json` writes it.
    private struct Screen: Encodable {
        var sections: [HomeSection]
        var missing: [MissingPart]
    }

    func validate() throws {
        try PageOptions.check(limit)
    }

    func run(_ gateway: Gateway) async throws {
        let clock = await gateway.clock()
        let request = try WebAPI.Gateway.Home(rows: rows(), genres: genre.isEmpty ? nil : genre, size: limit)
        let found = try await gateway.fanOut { try await HomeScreen.load(request, $0) }
        let sections = found.rows.map { HomeSection($0, limit: Int(limit), clock) }
        let output = gateway.output
        if output.isJSON { return output.json(Screen(sections: sections, missing: found.missing)) }
        show(sections, output)
        if !sections.allSatisfy(\.items.isEmpty) {
            output.printTimeZone(clock)
        } else if found.missing.isEmpty {
            output.line(await gateway.nothingHere())
        }
        output.tell(found.missing)
    }

    /// The rows that were asked for; nil for all of them.
    private func rows() throws -> [HomeRowName]? {
        guard !section.isEmpty else { return nil }
        let known = HomeRowName.all.map(\.rawValue)
        for name in section where !known.contains(name) {
            throw ValidationError("--section must be one of \(known.joined(separator: ", ")), not \(name).")
        }
        return section.map { HomeRowName(rawValue: $0) }
    }

    private func show(_ sections: [HomeSection], _ output: Output) {
        var isFirst = true
        for section in sections where !section.items.isEmpty {
            if !isFirst { output.line() }
            isFirst = false
            var table = Table(
                .text(section.title.uppercased(), isFlexible: true), .text(""), .text("", isFlexible: true), .text("ID")
            )
            for item in section.items {
                table.add(
                    item.title ?? CardFormatter.title(nil), item.kind, item.note ?? "", item.id, row: item.row)
            }
            output.table(table)
        }
    }
}
