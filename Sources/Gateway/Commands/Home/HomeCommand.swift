internal import ArgumentParser
internal import HearthModel
internal import ProfilesAPI

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
        let parts = try wanted(HomeSections(limit: limit, clock: clock))
        async let chosen = order(gateway)
        var found = try await gateway.fanOut { try await $0.collect(parts) }
        if section.isEmpty { found.values = Self.sorted(found.values, by: await chosen) }
        // Without any row the first failure is the result.
        if found.values.isEmpty, let failure = found.firstFailure { throw failure }
        let output = gateway.output
        if output.isJSON { return output.json(Screen(sections: found.values, missing: found.missing)) }
        show(found.values, output)
        if !found.values.allSatisfy(\.items.isEmpty) {
            output.printTimeZone(clock)
        } else if found.missing.isEmpty {
            output.line(await gateway.nothingHere())
        }
        output.tell(found.missing)
    }

    /// The rows that the household has put first; none when profiles does not respond: the screen is shown all the same.
    private func order(_ gateway: Gateway) async -> [String] {
        guard section.isEmpty else { return [] }
        let household = try? await gateway.send(Profiles.GetHousehold(), timeout: Self.orderPatience)
        return household?.preferences?.homeRows ?? []
    }

    /// The order of rows is not worth a longer wait.
    private static let orderPatience = Duration.seconds(2)

    /// Named rows first, in their order; the others follow in theirs.
    static func sorted(_ sections: [HomeSection], by names: [String]) -> [HomeSection] {
        let places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        return sections.enumerated().sorted { one, other in
            let first = (places[one.element.name] ?? names.count, one.offset)
            return first < (places[other.element.name] ?? names.count, other.offset)
        }.map(\.element)
    }

    private func wanted(_ sections: HomeSections) throws -> [FanOutPart<HomeSection>] {
        let genres = genre.map(sections.genre)
        guard !section.isEmpty else { return sections.standard + genres }
        let known = sections.standard
        for name in section where !known.contains(where: { $0.name == name }) {
            throw ValidationError(
                "--section must be one of \(known.map(\.name).joined(separator: ", ")), not \(name).")
        }
        return known.filter { section.contains($0.name) } + genres
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
