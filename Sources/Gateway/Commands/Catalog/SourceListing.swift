internal import ArgumentParser
internal import CatalogAPI
internal import Foundation
internal import RPC

/// `hearth source list`
struct SourceListing: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the sources: their contents, next refresh and problems."
    )

    @OptionGroup var global: GlobalOptions

    func run(_ gateway: Gateway) async throws {
        let list = try await gateway.send(Catalog.ListSources())
        let (sources, jobs, output) = (list.sources, list.jobs ?? [], gateway.output)
        if output.isJSON { return output.json(list) }
        guard !sources.isEmpty || !jobs.isEmpty else {
            return output.line("There is no source yet: hearth source add ADDRESS, or hearth import FILE.")
        }
        let now = Date(timeIntervalSince1970: gateway.runtime.wallTime.secondsSince1970)
        if !sources.isEmpty { show(sources, output, at: now, await gateway.clock()) }
        for job in jobs {
            output.line("\(Table.printable(job.source)): \(SourceCommand.progress(job).plainLine)")
        }
        if let job = jobs.first {
            output.line("To stop it: hearth source cancel \(Table.printable(job.source).shellWord)")
        }
    }

    private func show(_ sources: [CatalogSource], _ output: Output, at now: Date, _ clock: WallClock) {
        var table = Table(
            .text("SOURCE", isFlexible: true), .text("KIND"), .text("FROM", isFlexible: true), .number("CHANNELS"),
            .number("FILMS"), .number("EPISODES"), .text("READ"), .text("NEXT"), .text("STATE"))
        for source in sources {
            table.add(
                source.name, source.kind.rawValue, source.feed?.address ?? source.path, Self.count(source.channels),
                Self.count(source.movies), Self.count(source.episodes), Self.age(source.imported, now),
                Self.next(source.feed, now), Self.state(source),
                row: ListedRow([.source: source.name]), colour: source.feed?.problem == nil ? nil : .yellow)
        }
        output.table(table)
        for source in sources { tell(source, output, now, clock) }
    }

    private func tell(_ source: CatalogSource, _ output: Output, _ now: Date, _ clock: WallClock) {
        let name = Table.printable(source.name)
        if let problem = source.feed?.problem { output.line("\(name): \(Table.printable(problem))") }
        if source.feed?.isHeld == true {
            output.line("\(name): to import it anyway: hearth source refresh \(name.shellWord) --shrink")
        }
        if source.asksAboutAdult == true { output.line("\(name) has adult titles. \(ImportOutcome.adultAdvice)") }
        let connections = source.maximumConnections ?? source.feed?.account?.maximumConnections
        let most = connections.map { ", \(AmountFormatter.count($0, "stream")) at once" } ?? ""
        if let account = source.feed?.account {
            let expiry = account.expires.map { ", until \(clock.day($0))" } ?? ""
            output.line("\(name): account \(Table.printable(account.status.lowercased()))\(expiry)\(most)")
        } else if !most.isEmpty {
            output.line("\(name): account\(most.dropFirst())")
        }
        if let offered = source.offeredGuides, !offered.isEmpty {
            output.line(
                "\(name) names \(AmountFormatter.count(offered.count, "guide")): hearth source add --guide-of \(name.shellWord)"
            )
        }
        if let until = source.undoableUntil, source.undoable != nil {
            let more = (source.undoHistory?.count ?? 1) - 1
            output.line(
                "\(name): its last import can be undone for \(AmountFormatter.seconds(until.timeIntervalSince(now)))"
                    + (more > 0 ? ", and then \(more) before it" : "")
                    + ": hearth source undo \(name.shellWord)")
        }
    }

    private static func count(_ count: Int64) -> String { count == 0 ? "" : AmountFormatter.number(count) }

    private static func age(_ date: Date, _ now: Date) -> String {
        date.timeIntervalSince1970 == 0 ? "never" : "\(AmountFormatter.seconds(now.timeIntervalSince(date))) ago"
    }

    private static func next(_ feed: SourceFeed?, _ now: Date) -> String {
        guard let feed else { return "" }
        guard let due = feed.due else { return "never" }
        return due <= now ? "now" : "in \(AmountFormatter.seconds(due.timeIntervalSince(now)))"
    }

    private static func state(_ source: CatalogSource) -> String {
        guard let feed = source.feed else { return "by hand" }
        if feed.isDisabled { return "disabled" }
        guard feed.problem != nil else {
            if let left = feed.titlesLeft { return "\(AmountFormatter.number(left)) to ask after" }
            return feed.tried == nil ? "new" : "well"
        }
        if feed.isHeld == true { return "held" }
        return feed.failures > 1 ? "failed \(feed.failures) times" : "failed"
    }
}
