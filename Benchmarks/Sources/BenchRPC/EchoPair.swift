import EchoControl

/// A contender's server and client, started and connected.
struct EchoPair {
    private let contender: Contender
    private let server: EchoProcess
    private let client: EchoProcess
    /// Where the server listens.
    let endpoint: String

    /// Bounds of one measurement, independent of the warm-up's rate.
    private static let counts = 500...1_000_000

    /// Starts the server, and then the client with the server's endpoint.
    ///
    /// - Parameter command: the program to run as server or client, with arguments before the role.
    init(_ contender: Contender, folder: String, command: ((_ role: String) -> [String])? = nil) throws {
        func start(_ role: String, _ endpoint: String) throws -> EchoProcess {
            let command = (command?(role) ?? [contender.path]) + [role, endpoint] + contender.flags
            return try EchoProcess(command[0], Array(command.dropFirst()))
        }
        self.contender = contender
        server = try start("server", contender.endpoint(in: folder))
        endpoint = try server.readReady().endpoint
        client = try start("client", endpoint)
        guard try client.readLine() == "ready" else {
            throw EchoFailure(reason: "\(contender.name): the client is not ready")
        }
    }

    /// Measures for about `seconds`, estimated from the warm-up's rate.
    func measure(
        _ workload: Workload, _ width: Int, bytes: Int, seconds: Double, round: Int
    ) throws -> Measurement {
        let warmUp = try run(workload, workload.warmUp, width, bytes: bytes)
        var command = workload.command(Self.count(for: seconds, warmUp.rate), width: width, bytes: bytes)
        if workload == .halfPeak {
            let peak = try client.request(command, as: EchoReport.self).rate
            command = Self.pace(rate: peak / 2, seconds: seconds, bytes: bytes)
        }
        let (report, serverCPU) = try request(command)
        return Measurement(
            contender: contender.name, family: contender.family, round: round, inFlight: width, client: report,
            serverCPUNanoseconds: serverCPU)
    }

    /// A client's report, and the server's processor time meanwhile.
    typealias Run = (report: EchoReport, serverCPUNanoseconds: UInt64)

    private func request(_ command: String) throws -> Run {
        let before = try server.request("usage", as: EchoUsage.self)
        let report = try client.request(command, as: EchoReport.self)
        let after = try server.request("usage", as: EchoUsage.self)
        return (report, after.cpuNanoseconds - before.cpuNanoseconds)
    }

    /// The rate of calls with this many in flight.
    func peak(_ width: Int, seconds: Double) throws -> Double {
        let warmUp = try run(.calls, Workload.calls.warmUp, width, bytes: EchoControl.payloadBytes)
        return try run(.calls, Self.count(for: seconds, warmUp.rate), width, bytes: EchoControl.payloadBytes).rate
    }

    /// Makes calls at a fixed rate for a time.
    func pace(rate: Double, seconds: Double) throws -> Run {
        try request(Self.pace(rate: rate, seconds: seconds, bytes: EchoControl.payloadBytes))
    }

    private static func pace(rate: Double, seconds: Double, bytes: Int) -> String {
        "pace \(count(for: seconds, rate)) \(max(1, Int(rate))) \(bytes)"
    }

    /// Makes a number of calls, or streams a number of items, with this concurrency.
    @discardableResult
    func run(_ workload: Workload, _ count: Int, _ width: Int, bytes: Int) throws -> EchoReport {
        try client.request(workload.command(count, width: width, bytes: bytes), as: EchoReport.self)
    }

    private static func count(for seconds: Double, _ rate: Double) -> Int {
        min(max(Int(rate * seconds), counts.lowerBound), counts.upperBound)
    }

    /// The executable of both.
    var program: String { contender.path }

    /// The ids of the processes.
    var processes: (client: Int32, server: Int32) { (client.id, server.id) }

    /// The server's counts, and the client's pending calls; nil for contenders without counts.
    func stats() throws -> EchoStats? { try client.request("stats", as: EchoStats?.self) }

    /// The frames dropped by the server's sockets; nil for contenders without counts.
    func drops() throws -> EchoDrops? { try server.request("drops", as: EchoDrops?.self) }

    func stop() throws {
        try client.stop()
        try server.stop()
    }
}
