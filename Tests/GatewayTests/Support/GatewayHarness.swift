import Access
import Cluster
import Foundation
import GatewayCommands
import HearthModel
import RPC
import ServiceKit
import Synchronization
import TestSupport

/// An environment for the command: services played in this process, directories of its own, and everything it says caught.
final class GatewayHarness: Sendable {
    let directory: TemporaryDirectory
    let clients: TestServiceClients
    let profiles = FakeProfiles()
    let catalog = FakeCatalog()
    let playback = FakePlayback()
    let readingList = FakeReadingList()
    let scheduler = FakeScheduler()
    let downloads = FakeDownloads()
    let metadata = FakeMetadata()
    private let runtime = SystemRuntime.shared
    private let typed = Mutex(Typed())

    private struct Typed {
        var lines: [String] = []
        var questions: [String] = []
    }

    /// What a person types when the terminal asks, in order; without it there is no terminal.
    func type(_ lines: String...) { typed.withLock { $0.lines = lines } }

    /// What the terminal asked; a star stands before what must not be seen.
    var questions: [String] { typed.withLock { $0.questions } }

    private func read(_ question: String, isSecret: Bool) -> String? {
        typed.withLock { typed in
            typed.questions.append((isSecret ? "*" : "") + question)
            return typed.lines.isEmpty ? nil : typed.lines.removeFirst()
        }
    }

    /// What one command line came to.
    struct Outcome: Sendable {
        var status: ServiceKit.ExitStatus
        var out: String
        var err: String

        /// The first line of results as JSON.
        func json() throws -> [String: Any] {
            let object = try JSONSerialization.jsonObject(with: Data(out.utf8))
            return object as? [String: Any] ?? [:]
        }

        /// The error as JSON.
        func error() throws -> [String: Any] {
            let object = try JSONSerialization.jsonObject(with: Data(err.utf8)) as? [String: Any]
            return object?["error"] as? [String: Any] ?? [:]
        }
    }

    private struct Caught {
        var out = ""
        var err = ""
    }

    /// Every service that can be played.
    static let services = Set(ServiceManifest.all.map(\.name))

    /// An environment in which profiles and catalog are up, or those that are named.
    init(up services: Set<String> = ["profiles", "catalog"]) throws {
        directory = try TemporaryDirectory()
        try directory.directory("run")
        try directory.directory("data")
        clients = TestServiceClients(runtime: runtime)
        let key = try OwnerKey.loadOrCreate(in: directory.path("run"), runtime: runtime)
        profiles.ownerKey = key.bytes
        for service in services { try start(service) }
    }

    /// Starts a service, and leaves the notice that it would leave.
    func start(_ service: String) throws {
        if service == "profiles" { try clients.play(service, profiles.handlers) }
        if service == "catalog" { try clients.play(service, catalog.handlers) }
        if service == "playback-state" { try clients.play(service, playback.handlers) }
        if service == "reading-list" { try clients.play(service, readingList.handlers) }
        if service == "downloads" { try clients.play(service, downloads.handlers) }
        if service == "metadata-gateway" { try clients.play(service, metadata.handlers) }
        if service == "scheduler" { try clients.play(service, scheduler.handlers) }
        let notice = ServiceRegistration(
            service: service, processID: ProcessInfo.processInfo.processIdentifier, incarnation: "1", version: "test",
            endpoints: [], startedAt: 0)
        try notice.write(to: ServicePaths(runDirectory: directory.path("run")).notice(of: service))
    }

    /// Has a service answer one method alone, as a test has it, from now on.
    func respond<Request: RPCRequest>(
        to method: Request.Type, _ body: @escaping @Sendable (Request) throws -> Request.Response
    ) throws where Request.Service: ServiceContract {
        var handlers = RPCHandlers<Request.Service>()
        handlers.on(method) { request, _ in try body(request) }
        try clients.play(Request.Service.serviceName, handlers)
    }

    /// Stops a service as a kill does: its notice stays.
    func stop(_ service: String) { clients.stop(service) }

    /// Runs a command line in this environment.
    func run(
        _ arguments: String..., variables: [String: String] = [:], isTerminal: Bool = false, width: Int = 100
    ) async -> Outcome {
        await run(list: arguments, variables: variables, isTerminal: isTerminal, width: width)
    }

    /// Runs a command line in this environment.
    ///
    /// - Parameters:
    ///   - interruptions: yields when the person presses Ctrl-C.
    ///   - pager: shows long lists, on a terminal.
    ///   - keyboard: what a person presses.
    ///   - hears: is told everything as it is said, for commands that go on.
    func run(
        list arguments: [String], variables: [String: String] = [:], isTerminal: Bool = false, width: Int = 100,
        interruptions: AsyncStream<Void>? = nil, pager: Pager? = nil, keyboard: Keyboard = .none,
        hears: @escaping @Sendable (String) -> Void = { _ in }
    ) async -> Outcome {
        let box = Box()
        let output = Output(
            isTerminal: isTerminal, isErrorTerminal: false, width: width,
            hasColours: isTerminal && variables["NO_COLOR"] == nil
        ) { stream, text in
            hears(text)
            box.caught.withLock { caught in
                if stream == .standard { caught.out += text } else { caught.err += text }
            }
        }
        var environment = environment(output, variables)
        environment.terminalName = isTerminal ? "test" : nil
        environment.pager = pager
        environment.keyboard = keyboard
        environment.terminal = Terminal { [self] in read($0, isSecret: $1) }
        if let interruptions { environment.interruptions = { interruptions } }
        // Plenty of time: how fast this machine is just now is no part of any test.
        let patience =
            arguments.contains { Self.withoutPatience.contains($0) } || arguments.starts(with: ["chaos", "clean"])
                || arguments.starts(with: ["chaos", "show"])
            ? [] : ["--timeout", "120"]
        let status = await Hearth.run(arguments + patience, in: environment)
        return box.caught.withLock { Outcome(status: status, out: $0.out, err: $0.err) }
    }

    /// Arguments of command lines that take no `--timeout`.
    private static let withoutPatience = [
        "--timeout", "--help", "help", "--version", "command-reference", "completion", "---completion", "man", "global",
        "plans", "doctor",
    ]

    /// The environment of a command that writes to this output.
    func environment(_ output: Output, _ variables: [String: String] = [:]) -> GatewayEnvironment {
        var all = ["HOME": directory.path, "HEARTH_RUN": directory.path("run"), "HEARTH_DATA": directory.path("data")]
        all.merge(variables) { _, new in new }
        let clients = clients
        return GatewayEnvironment(
            variables: all, output: output, runtime: runtime, executables: directory.path("bin"),
            launcher: SubprocessLauncher(), timeZone: TimeZone(secondsFromGMT: 0) ?? .gmt
        ) { _, _ in clients }
    }

    private final class Box: Sendable {
        let caught = Mutex(Caught())
    }
}
