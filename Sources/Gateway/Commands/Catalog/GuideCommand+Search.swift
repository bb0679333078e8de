internal import CatalogAPI
internal import Foundation
internal import HearthModel

extension GuideNow {
    /// Prints the programmes with these words in their titles, categories and names.
    func find(
        _ text: String, from moment: Date?, on channels: [ContentID], _ clock: WallClock, _ gateway: Gateway
    ) async throws {
        let found = try await gateway.send(
            Catalog.SearchGuide(
                text: text, from: moment,
                channels: channels.isEmpty ? nil : channels,
                page: page.request))
        let output = gateway.output
        if output.isJSON { return output.json(found) }
        guard !found.hits.isEmpty else { return output.line("Nothing in the guide. Try a different search.") }
        var table = Table(
            .text("FROM"), .text("UNTIL"), .text("PROGRAMME", isFlexible: true), .number("NO"),
            .text("CHANNEL", isFlexible: true), .text("ID"))
        for hit in found.hits {
            table.add(
                clock.time(hit.programme.start), clock.time(hit.programme.stop), hit.programme.displayTitle,
                hit.channel.number ?? "", hit.channel.card.title, hit.channel.card.id.rawValue,
                row: .title(hit.channel.card.id.rawValue))
        }
        output.table(table)
        output.printTimeZone(clock)
        let total = "\(AmountFormatter.number(found.total))\(found.isTotalExact ? "" : "+")"
        output.line(output.coloured("\(AmountFormatter.number(found.hits.count)) of \(total)", .dim))
        output.more(found.cursor)
    }
}
