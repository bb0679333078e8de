import EchoControl

/// A contender's server and client, started and connected.
struct EchoPair {
    private let contender: Contender
    private let server: EchoProcess
    private let client: EchoProcess

    /// Bounds of one measurement, whatever the rate of the warm-up promises.
    private static let counts = 500...1_000_000

    /// Starts the server, and then the client where the server says that it listens.
    ///
    /// - Parameter command: the program to run as server or client, and what comes before the role.
    init(_ contender: Contender, folder: String, command: ((_ role: String) -> [String])? = nil) throws {
        func start(_ role: String, _ endpoint: String) throws -> EchoProcess {
            let command = (command?(role) ?? [contender.path]) + [role, endpoint] + contender.flags
            return try EchoProcess(command[0], Array(command.dropFirst()))
        }
        self.contender = contender
        server = try start("server", contender.endpoint(in: folder))
        let words = try server.readLine().split(separator: " ").map(String.init)
        guard words.count == 2, words[0] == "ready" else {
            throw EchoFailure(reason: "\(contender.name): the server is not ready")
        }
        client = try start("client", words[1])
        guard try client.readLine() == "ready" else {
            throw EchoFailure(reason: "\(contender.name): the client is not ready")
        }
    }

    /// Measures for about so many seconds, as the warm-up's rate tells.
    func measure(
        _ workload: Workload, _ width: Int, bytes: Int, seconds: Double, round: Int
    ) throws -> Measurement {
        let warmUp = try run(workload, workload.warmUp, width, bytes: bytes)
        var command = workload.command(Self.count(for: seconds, warmUp.rate), width: width, bytes: bytes)
        if workload == .halfPeak {
            let peak = try client.ask(command, as: EchoReport.self).rate
            command = "pace \(Self.count(for: seconds, peak / 2)) \(max(1, Int(peak / 2))) \(bytes)"
        }
        let before = try server.ask("usage", as: EchoUsage.self)
        let report = try client.ask(command, as: EchoReport.self)
        let after = try server.ask("usage", as: EchoUsage.self)
        return Measurement(
            contender: contender.name, family: contender.family, round: round, inFlight: width, client: report,
            serverCPUNanoseconds: after.cpuNanoseconds - before.cpuNanoseconds)
    }

    /// Makes so many calls, or has so many items streamed, so many at a time.
    @discardableResult
    func run(_ workload: Workload, _ count: Int, _ width: Int, bytes: Int) throws -> EchoReport {
        try client.ask(workload.command(count, width: width, bytes: bytes), as: EchoReport.self)
    }

    private static func count(for seconds: Double, _ rate: Double) -> Int {
        min(max(Int(rate * seconds), counts.lowerBound), counts.upperBound)
    }

    /// The ids of the processes.
    var processes: (client: Int32, server: Int32) { (client.id, server.id) }

    /// What the server has counted; nil where it does not count.
    func stats() throws -> EchoStats? { try client.ask("stats", as: EchoStats?.self) }

    func stop() throws {
        try client.stop()
        try server.stop()
    }
}
