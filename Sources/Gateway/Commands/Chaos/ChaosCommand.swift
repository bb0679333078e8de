internal import ArgumentParser
internal import RPC
internal import RPCDiagnostics

/// `hearth chaos`
struct ChaosCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chaos",
        abstract: "Inject faults and check that the household's guarantees hold.",
        discussion: """
            `run` starts a temporary household, runs clients against it while processes crash, hang and lose their disks, \
            and checks the guarantees; no other data is touched. `show` shows one operation of a report, and `clean` reverts \
            what a killed run left behind.

            `inject`, `list` and `clear` manage faults in the calls of running services. Only services started with \
            --chaos-directory (HEARTH_CHAOS_DIRECTORY) accept them. Injected faults expire, after a minute by default.
            """,
        subcommands: [
            RunChaosCommand.self, ShowChaosCommand.self, CleanChaosCommand.self, ChaosPlansCommand.self,
            ChaosDoctorCommand.self, Inject.self, List.self, Clear.self,
        ], defaultSubcommand: List.self)

    /// `hearth chaos inject`
    struct Inject: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "inject", abstract: "Inject errors, latency or hangs into a service's calls.",
            discussion: """
                Examples:
                hearth chaos inject catalog Search --latency 200ms --probability 0.5
                hearth chaos inject profiles "*" --error UNAVAILABLE --count 3
                hearth chaos inject downloads "Find*" --hang --for 10s
                """)

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The service.", completion: .services)
        var service: String

        @Argument(help: "The methods: a name, with * as a wildcard.")
        var methods: String

        @Option(help: ArgumentHelp("Delay calls before they start.", valueName: "time"))
        var latency: TimeSpan?

        @Option(help: ArgumentHelp("With --latency: a random addition of up to this time.", valueName: "time"))
        var jitter: TimeSpan?

        @Option(help: ArgumentHelp("Fail calls with this gRPC code.", valueName: "code"))
        var error: String?

        @Flag(help: "Reject calls as an overloaded service does.")
        var refuse = false

        @Flag(help: "Hang calls.")
        var hang = false

        @Option(help: ArgumentHelp("The share of calls, 0 to 1; all by default.", valueName: "share"))
        var probability: Double?

        @Option(help: ArgumentHelp("Affect only the first so many calls.", valueName: "calls"))
        var count: UInt64?

        @Option(name: .customLong("for"), help: ArgumentHelp("Expire after this time.", valueName: "time"))
        var time: TimeSpan?

        @Option(
            help: ArgumentHelp(
                "The random seed: the same seed selects the same calls.", valueName: "number"))
        var seed: UInt64?

        @Option(help: ArgumentHelp("The fault's name; replaces a fault of the same name.", valueName: "name"))
        var name: String?

        func validate() throws {
            guard kinds.count == 1 else {
                throw ValidationError("One of --latency, --error, --refuse and --hang is needed.")
            }
            if jitter != nil, latency == nil { throw ValidationError("--jitter goes with --latency.") }
        }

        private var kinds: [Sys.InjectFault.Kind] {
            let options: [(Sys.InjectFault.Kind, Bool)] = [
                (.latency, latency != nil), (.error, error != nil), (.refuse, refuse), (.hang, hang),
            ]
            return options.filter(\.1).map(\.0)
        }

        func run(_ gateway: Gateway) async throws {
            guard let kind = kinds.first else { return }
            // A name without a service is a method of any service of the process.
            let pattern = methods.contains("/") ? methods : "*/\(methods)"
            var fault = Sys.InjectFault(name: name ?? "\(kind.rawValue) \(methods)", pattern: pattern, kind: kind)
            fault.milliseconds = latency.map { UInt32(clamping: Int64($0.seconds * 1_000)) }
            fault.jitterMilliseconds = jitter.map { UInt32(clamping: Int64($0.seconds * 1_000)) }
            (fault.code, fault.probability, fault.count) = (error, probability, count)
            (fault.seconds, fault.seed) = (time?.seconds, seed)
            let injected = try await ChaosCommand.selection { try await gateway.send(fault, to: service) }
            if gateway.output.isJSON { return gateway.output.json(injected) }
            gateway.output.line(
                "\(service): \(injected.name), for \(AmountFormatter.seconds(injected.secondsLeft)); seed \(injected.seed)."
            )
            gateway.output.line("  End it with: hearth chaos clear \(service)")
        }
    }

    /// `hearth chaos list`
    struct List: GatewayCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the injected faults.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var selection: SysCommand.Services

        func run(_ gateway: Gateway) async throws {
            let responses = try await ChaosCommand.selection {
                try await MultiServiceQuery(gateway: gateway).send(Sys.ListFaults(), of: selection.services)
            }
            ChaosCommand.show(responses, gateway.output)
        }
    }

    /// `hearth chaos clear`
    struct Clear: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear", abstract: "Remove injected faults, and show them.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var selection: SysCommand.Services

        @Option(help: ArgumentHelp("Only the fault of this name.", valueName: "name"))
        var name: String?

        func run(_ gateway: Gateway) async throws {
            let responses = try await ChaosCommand.selection {
                try await MultiServiceQuery(gateway: gateway).send(Sys.ClearFaults(name: name), of: selection.services)
            }
            if let name, responses.all.allSatisfy({ $0.response.faults.isEmpty }) {
                throw GatewayFailure(
                    "NO_SUCH_FAULT", "No fault is called \"\(Table.printable(name))\".",
                    advice: "`hearth chaos list` shows what is injected.")
            }
            ChaosCommand.show(responses, gateway.output)
        }
    }

    private static func show(_ responses: MultiServiceQuery.Responses<Sys.Faults>, _ output: Output) {
        responses.show("faults", \.faults, on: output) { rows in
            var table = Table(
                .text("SERVICE"), .text("NAME", isFlexible: true), .text("METHODS"), .text("KIND"), .text("WHAT"),
                .number("SHARE"), .number("HITS"), .number("OF"), .number("LEFT"), .text("SEED"))
            for (service, fault) in rows {
                let wait = fault.milliseconds.map { AmountFormatter.microseconds(UInt64($0) * 1_000) }
                table.add(
                    service, fault.name, fault.pattern, fault.kind, fault.code ?? wait ?? "",
                    AmountFormatter.decimal(fault.probability), AmountFormatter.number(fault.hits),
                    fault.count.map(AmountFormatter.number) ?? "", SysCommand.time(fault.secondsLeft), "\(fault.seed)")
            }
            return table
        }
    }

    /// Sends the request, with advice when a service does not allow it.
    private static func selection<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch var failure as GatewayFailure where failure.code == RPCCode.unimplemented.description {
            failure.advice = "Start it with HEARTH_CHAOS_DIRECTORY set to a private directory."
            throw failure
        }
    }
}
