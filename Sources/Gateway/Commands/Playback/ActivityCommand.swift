internal import ArgumentParser
internal import Household
internal import PlaybackStateAPI

/// `hearth activity`
struct ActivityCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "activity", abstract: "Show what is being played now.")

    @OptionGroup var global: GlobalOptions

    @Flag(name: .customLong("all"), help: "What everybody plays, not the acting profile alone.")
    var isForAll = false

    func run(_ gateway: Gateway) async throws {
        let active = try await gateway.send(
            PlaybackState.ListActive(household: isForAll ? true : nil), to: "playback-state")
        let output = gateway.output
        if output.isJSON { return output.json(active) }
        guard !active.sessions.isEmpty else { return output.line("Nothing is being played.") }
        var table = Table(
            .text("TITLE", isFlexible: true), .text("STATE"), .number("AT"), .number("OF"), .text("DEVICE"),
            .text("PROFILE"), .text("ID"))
        for session in active.sessions {
            table.add(
                PlaybackTexts.title(session.card), session.state.rawValue, SimulatedPlayer.clock(session.position),
                session.duration.map(SimulatedPlayer.clock) ?? "", session.device, session.profile,
                session.content.rawValue)
        }
        output.table(table)
    }
}
