internal import Foundation
internal import RPC
internal import RPCDiagnostics
internal import ServiceKit

/// Prints the services' health whenever it changes, until it is interrupted.
struct HealthWatcher: Sendable {
    let gateway: Gateway

    /// The interval between checks of an unreachable service.
    private static let pause = Duration.milliseconds(500)

    /// A service's printed state.
    private struct State: Hashable {
        var state: String
        var note: String?

        init(state: String) { self.state = state }

        init(_ health: Sys.Health) {
            (state, note) = (health.state, health.reasons)
        }

        /// Why a service does not answer. An unreachable one gets no further text, which would differ each time.
        init(_ failure: GatewayFailure, of service: String) {
            if failure.status != .unavailable {
                (state, note) = (failure.code, failure.message)
            } else {
                state = "unreachable"
                note = failure.service.flatMap { $0 == service ? nil : "no token: \($0) is unreachable" }
            }
        }
    }

    /// One line of JSON.
    private struct Line: Encodable {
        var time: Date
        var service: String
        var state: String
        var note: String?
    }

    /// Watches services, each in its own task.
    ///
    /// - Throws: ``GatewayFailure`` when this caller is not permitted, or a service cannot report.
    func run(_ services: [String]) async throws {
        let clock = await gateway.clock()
        gateway.output.printTimeZone(clock)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for service in services { group.addTask { try await watch(service, clock) } }
            try await group.waitForAll()
        }
    }

    /// Follows one service over its restarts.
    private func watch(_ service: String, _ clock: WallClock) async throws {
        let client = RPCClient<Sys>(gateway.clients.channel(to: service))
        var last: State?
        while true {
            do {
                // The first token is fetched as for any call, so that a revoked one is replaced.
                try await gateway.withToken { _ in
                    do {
                        let options = CallOptions(tokens: gateway.tokens)
                        for try await health in try await client.stream(Sys.WatchHealth(), options: options) {
                            tell(service, State(health), clock, unless: &last)
                        }
                    } catch let error as RPCError {
                        throw GatewayFailure(error, service: service, safety: .readOnly, see: nil)
                    }
                }
            } catch let failure as GatewayFailure where !Self.isFinal(failure) {
                try Task.checkCancellation()
                tell(service, State(failure, of: service), clock, unless: &last)
            }
            try await gateway.runtime.sleep(for: Self.pause)
        }
    }

    /// Whether it will be the same next time: also a new token does not count, or the service has no such method.
    private static func isFinal(_ failure: GatewayFailure) -> Bool {
        failure.status == .notPermitted || failure.code == RPCCode.unimplemented.description
    }

    private func tell(_ service: String, _ state: State, _ clock: WallClock, unless last: inout State?) {
        guard state != last else { return }
        last = state
        let output = gateway.output
        guard !output.isJSON else {
            return output.json(Line(time: gateway.now, service: service, state: state.state, note: state.note))
        }
        let note = state.note.map { "  \(Table.printable($0))" } ?? ""
        let line = "\(clock.at(gateway.now).time(gateway.now))  \(service)  \(state.state)\(note)"
        output.line(StatusCommand.colour(of: state.state).map { output.coloured(line, $0) } ?? line)
    }
}
