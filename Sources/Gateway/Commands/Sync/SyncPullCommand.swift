internal import ArgumentParser
internal import Foundation
internal import HearthModel
internal import PlaybackStateAPI

/// `hearth sync pull`
struct SyncPullCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "pull", abstract: "Show what has changed since a device's token: all of it without one.",
        discussion: """
            Where a full sync is needed, remove the token's file and pull again.

            Example: hearth sync pull --token-file kitchen.token --kind history --kind queue
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var tokens: SyncTokenOptions

    @Option(help: ArgumentHelp("history, progress, mark or queue; may be given several times.", valueName: "kind"))
    var kind: [String] = []

    @Option(help: ArgumentHelp("The device's name.", valueName: "name"))
    var device = "hearth"

    func run(_ gateway: Gateway) async throws {
        var pulled: PlaybackChanges?
        repeat {
            let page = try await gateway.send(
                PlaybackState.PullChanges(
                    device: device, token: try pulled?.token ?? tokens.read(),
                    kinds: kind.isEmpty ? nil : kind.map(SyncKind.init(rawValue:)),
                    limit: PlaybackState.PullChanges.maximumLimit))
            let earlier = pulled?.changes ?? []
            pulled = page
            pulled?.changes = earlier + page.changes
        } while (pulled?.remaining ?? 0) > 0
        guard let pulled else { return }
        if gateway.output.isJSON {
            gateway.output.json(pulled)
        } else {
            Self.show(pulled, gateway.output)
        }
        try tokens.write(pulled.token)
    }

    private static func show(_ pulled: PlaybackChanges, _ output: Output) {
        guard !pulled.changes.isEmpty else { return output.line("Nothing has changed.") }
        var table = Table(.text("KIND"), .text("WHAT", isFlexible: true), .text("STATE", isFlexible: true))
        for change in pulled.changes {
            table.add(
                change.kind.rawValue, change.history.map { CardFormatter.title($0.card) } ?? change.key, state(change))
        }
        output.table(table)
        output.line(output.coloured(AmountFormatter.count(pulled.changes.count, "change"), .dim))
    }

    private static func state(_ change: PlaybackChange) -> String {
        if change.isDeleted == true { return "deleted" }
        if let history = change.history { return "played to \(SimulatedPlayer.clock(history.position))" }
        if let progress = change.progress {
            let percent = PlaybackFormatter.percent(progress.progress)
            return progress.isWatched ? "watched" : "\(percent), at \(SimulatedPlayer.clock(progress.position))"
        }
        if let queue = change.queue { return queue.entries.map(\.content.rawValue).joined(separator: ", ") }
        guard let mark = change.mark else { return "" }
        let marks = [
            ("watched", mark.watched), ("unwatched", mark.unwatched), ("started over", mark.startedOver),
            ("hidden", mark.hidden),
        ]
        let last = marks.filter { $0.1 != nil }.max { ($0.1 ?? .distantPast) < ($1.1 ?? .distantPast) }
        return last?.0 ?? ""
    }
}
