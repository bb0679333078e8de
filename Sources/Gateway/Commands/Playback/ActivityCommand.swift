internal import ArgumentParser
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// `hearth activity`
struct ActivityCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "activity",
        abstract: "Show the sessions that play now.",
        discussion: "Example: hearth activity --all --follow")

    @OptionGroup var global: GlobalOptions

    @Flag(name: .customLong("all"), help: "All profiles' sessions, not only the acting profile's.")
    var isForAll = false

    @Flag(help: "Keep running, and print changes as they happen.")
    var follow = false

    func run(_ gateway: Gateway) async throws {
        // Called first in either case: it fails at once when the service is down, and it fetches the token.
        let active = try await gateway.send(
            PlaybackState.ListActive(household: isForAll ? true : nil))
        if follow { return try await tell(gateway) }
        if gateway.output.isJSON { return gateway.output.json(active) }
        Self.show(active.sessions, gateway.output)
    }

    /// Prints the events until the stream ends, across restarts of the service.
    private func tell(_ gateway: Gateway) async throws {
        let client = gateway.clients.client(of: PlaybackState.self)
        let tokens = gateway.tokens
        let items = client.follow(PlaybackState.FollowActivity(household: isForAll ? true : nil)) {
            CallOptions(tokens: tokens)
        }
        do {
            for try await next in items {
                if gateway.output.isJSON {
                    gateway.output.json(next.item)
                } else if let snapshot = next.item.snapshot {
                    Self.show(snapshot, gateway.output)
                } else if let event = next.item.event {
                    gateway.output.line(Self.line(event))
                }
            }
        } catch {
            throw GatewayFailure(
                error, service: PlaybackState.serviceName, safety: PlaybackState.FollowActivity.safety, see: nil)
        }
    }

    private static func line(_ event: ActivityEvent) -> String {
        let session = event.session
        let state = event.kind == .updated ? session.state.rawValue : event.kind.rawValue
        let end = session.duration.map { " of \(SimulatedPlayer.clock($0))" } ?? ""
        let title = Table.printable(CardFormatter.title(session.card))
        return "\(title) \(state) at \(SimulatedPlayer.clock(session.position))\(end) on \(session.device)"
    }

    private static func show(_ sessions: [ActiveSession], _ output: Output) {
        guard !sessions.isEmpty else { return output.line("Nothing is being played.") }
        var table = Table(
            .text("TITLE", isFlexible: true), .text("STATE"), .number("AT"), .number("OF"), .text("DEVICE"),
            .text("PROFILE"), .text("ID"))
        for session in sessions {
            table.add(
                CardFormatter.title(session.card), session.state.rawValue, SimulatedPlayer.clock(session.position),
                session.duration.map(SimulatedPlayer.clock) ?? "", session.device, session.profile,
                session.content.rawValue, row: .title(session.content.rawValue))
        }
        output.table(table)
    }
}
