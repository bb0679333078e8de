internal import ArgumentParser
internal import RPC
internal import RPCDiagnostics

/// `hearth sys`
struct SysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sys",
        abstract: "Inspect running services: peers, calls in flight, failures.",
        discussion: "`hearth status` shows the services' health.",
        subcommands: [Stats.self, Calls.self, Peers.self, Traces.self, Spans.self, LogLevel.self])

    /// The services to query.
    struct Services: ParsableArguments {
        @Argument(help: "The services; all that run when none is named.", completion: .services)
        var services: [String] = []
    }

    /// `hearth sys calls`
    struct Calls: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "calls", abstract: "List the calls in flight, the oldest first.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var selection: Services

        func run(_ gateway: Gateway) async throws {
            let responses = try await MultiServiceQuery(gateway: gateway).send(Sys.ListCalls(), of: selection.services)
            responses.show("calls", \.calls, on: gateway.output) { rows in
                var table = Table(
                    .text("SERVICE"), .text("METHOD", isFlexible: true), .text("PHASE"), .number("AGE"),
                    .number("LEFT"), .text("CLASS"), .text("PEER"), .text("TRACE"))
                for (service, call) in rows {
                    table.add(
                        service, call.method, call.phase, SysCommand.time(call.ageSeconds),
                        call.secondsLeft.map(SysCommand.time) ?? "", call.criticality, call.peer, call.trace,
                        colour: call.phase == "stopping" ? .yellow : nil)
                }
                return table
            }
        }
    }

    /// `hearth sys peers`
    struct Peers: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "peers", abstract: "List connected peers and their messages in flight.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var selection: Services

        func run(_ gateway: Gateway) async throws {
            let responses = try await MultiServiceQuery(gateway: gateway).send(Sys.GetPeers(), of: selection.services)
            responses.show("peers", \.peers, on: gateway.output) { rows in
                var table = Table(
                    .text("SERVICE"), .text("PEER", isFlexible: true), .number("SINCE"), .number("CALLS"),
                    .number("GIVEN UP"), .number("RECEIVED"), .number("SENT"), .number("WAITING"), .text("HOST"))
                for (service, peer) in rows {
                    table.add(
                        service, peer.name, AmountFormatter.seconds(peer.connectedSeconds),
                        AmountFormatter.number(peer.openCalls),
                        AmountFormatter.number(peer.givenUpCalls),
                        AmountFormatter.bytes(Int64(clamping: peer.bytesReceived)),
                        AmountFormatter.bytes(Int64(clamping: peer.bytesSent)),
                        AmountFormatter.bytes(Int64(clamping: peer.bytesWaiting)),
                        peer.isOnThisHost ? "this" : "another")
                }
                return table
            }
        }
    }

    /// `hearth sys traces`
    struct Traces: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "traces", abstract: "List the last failed or slow calls, the latest first.",
            discussion: """
                Each service keeps the last 128 of either. A trace has one ID in all services that a call passed through, \
                and in their logs.
                """)

        @OptionGroup var global: GlobalOptions
        @OptionGroup var selection: Services

        func run(_ gateway: Gateway) async throws {
            let responses = try await MultiServiceQuery(gateway: gateway).send(Sys.GetTraces(), of: selection.services)
            responses.show("traces", \.all, on: gateway.output) { rows in
                var table = Table(
                    .number("AGO"), .text("SERVICE"), .text("METHOD", isFlexible: true), .text("CODE"),
                    .text("EXECUTED"), .number("QUEUE"), .number("HANDLER"), .number("DATABASE"), .text("PEER"),
                    .text("TRACE"))
                for (service, call) in rows.sorted(by: { $0.1.ageSeconds < $1.1.ageSeconds }) {
                    table.add(
                        SysCommand.time(call.ageSeconds), service, call.method, call.code, call.executed,
                        AmountFormatter.microseconds(UInt64(call.queueMicroseconds)),
                        AmountFormatter.microseconds(UInt64(call.handlerMicroseconds)),
                        AmountFormatter.microseconds(UInt64(call.databaseMicroseconds)), call.peer, call.trace)
                }
                return table
            }
        }
    }

    /// `hearth sys spans`
    struct Spans: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "spans", abstract: "Show the spans of a recorded trace in every service.",
            discussion: """
                A command with --trace records one and shows it afterwards; each service keeps its last 4,096 spans.
                """)

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The trace: 32 hexadecimal digits.")
        var trace: String

        func run(_ gateway: Gateway) async throws {
            let responses = try await MultiServiceQuery(gateway: gateway).send(Sys.GetSpans(trace: trace), of: [])
            let tree = SpanTree(
                responses.all.flatMap { name, response in response.spans.map { SpanTree.Entry(name, $0) } })
            if gateway.output.isJSON {
                gateway.output.json(Report(trace: trace, spans: tree.entries, missing: responses.missing))
            } else {
                guard !tree.isEmpty else {
                    throw GatewayFailure("NOT_FOUND", "No service keeps spans of this trace.")
                }
                gateway.output.table(tree.table)
                gateway.output.tell(responses.missing)
            }
        }

        private struct Report: Encodable {
            var trace: String
            var spans: [SpanTree.Entry]
            var missing: [MissingPart]
        }
    }

    /// `hearth sys log-level`
    struct LogLevel: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "log-level", abstract: "Change a running service's log level.",
            discussion: "Example: hearth sys log-level catalog debug --for 10m")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The service.", completion: .services)
        var service: String

        @Argument(help: "trace, debug, info, notice, warning, error or critical.")
        var level: String

        @Option(
            name: .customLong("for"),
            help: ArgumentHelp(
                "Go back by itself after this time, to what the service was started with.", valueName: "time"))
        var time: TimeSpan?

        func run(_ gateway: Gateway) async throws {
            let request = Sys.SetLogLevel(level: level, seconds: time?.seconds)
            let response = try await gateway.send(request, to: service)
            if gateway.output.isJSON { return gateway.output.json(response) }
            let end = time.map { " for \(AmountFormatter.seconds($0.seconds))" } ?? ""
            gateway.output.line("\(service) logs at \(response.level)\(end); it was \(response.before).")
        }
    }

    /// Seconds, with as many digits as are significant.
    static func time(_ seconds: Double) -> String {
        guard abs(seconds) < 60 else { return AmountFormatter.seconds(seconds) }
        return (seconds < 0 ? "-" : "") + AmountFormatter.microseconds(UInt64(abs(seconds) * 1_000_000))
    }
}

extension Sys.Traces {
    fileprivate var all: [Sys.CallTrace] { failed + slow }
}
