internal import ArgumentParser
internal import Foundation
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI

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

    @Option(
        help: ArgumentHelp(
            "history, progress, mark, queue, favourite or setting; may be given several times.", valueName: "kind"))
    var kind: [String] = []

    @Option(help: ArgumentHelp("The device's name.", valueName: "name"))
    var device = "hearth"

    /// The changes of both services, and the token after them.
    private struct Shown: Encodable {
        var playbackState: [PlaybackChange]?
        var profiles: [ProfileChange]?
        var token: SyncToken
        var missing: [MissingPart]
    }

    func run(_ gateway: Gateway) async throws {
        let token = try tokens.read()
        let kinds = kind.isEmpty ? nil : kind.map(SyncKind.init(rawValue:))
        let parts = try await SyncParts.fetch {
            try await all(after: token) { token in
                let page = try await gateway.send(
                    PlaybackState.PullChanges(
                        device: device, token: token, kinds: kinds, limit: PlaybackState.PullChanges.maximumLimit))
                return (page.changes, page.token, page.remaining)
            }
        } profiles: {
            try await all(after: token) { token in
                let page = try await gateway.send(
                    Profiles.PullChanges(
                        device: device, token: token, kinds: kinds, limit: Profiles.PullChanges.maximumLimit))
                return (page.changes, page.token, page.remaining)
            }
        }
        // Each service has replaced its own part.
        var next = token ?? SyncToken()
        next.parts[PlaybackState.serviceName] =
            parts.playback?.token.parts[PlaybackState.serviceName] ?? next.parts[PlaybackState.serviceName]
        next.parts[Profiles.serviceName] =
            parts.profiles?.token.parts[Profiles.serviceName] ?? next.parts[Profiles.serviceName]
        if gateway.output.isJSON {
            gateway.output.json(
                Shown(
                    playbackState: parts.playback?.changes, profiles: parts.profiles?.changes, token: next,
                    missing: parts.missing))
        } else {
            Self.show(parts.playback?.changes ?? [], parts.profiles?.changes ?? [], gateway.output)
            gateway.output.tell(parts.missing)
        }
        try tokens.write(next)
    }

    /// All changes of one service, page by page.
    private func all<Change>(
        after start: SyncToken?,
        page: (SyncToken) async throws -> (changes: [Change], token: SyncToken, remaining: Int64)
    ) async throws -> (changes: [Change], token: SyncToken) {
        var (changes, token): ([Change], SyncToken) = ([], start ?? SyncToken())
        while true {
            let next = try await page(token)
            (changes, token) = (changes + next.changes, next.token)
            if next.remaining == 0 { return (changes, token) }
        }
    }

    private static func show(_ playback: [PlaybackChange], _ profiles: [ProfileChange], _ output: Output) {
        guard !playback.isEmpty || !profiles.isEmpty else { return output.line("Nothing has changed.") }
        var table = Table(.text("KIND"), .text("WHAT", isFlexible: true), .text("STATE", isFlexible: true))
        for change in playback {
            table.add(
                change.kind.rawValue, change.history.map { CardFormatter.title($0.card) } ?? change.key, state(change))
        }
        for change in profiles {
            let title = change.favourite.map { CardFormatter.title($0.card) }
            let value = change.setting.map { setting in
                SettingDefinition.of(setting.name).map { SettingText($0).text(setting.value) } ?? ""
            }
            table.add(
                change.kind.rawValue, title ?? change.key,
                change.isDeleted == true ? "deleted" : value ?? "favourite")
        }
        output.table(table)
        output.line(output.coloured(AmountFormatter.count(playback.count + profiles.count, "change"), .dim))
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
