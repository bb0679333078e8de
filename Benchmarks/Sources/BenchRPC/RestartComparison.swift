import EchoControl
import Foundation

/// How soon a killed server's client notices, and how soon the next server answers, over repeated kills and restarts.
struct RestartComparison {
    let folder: String
    let rounds: Int

    /// The measurements, in seconds.
    private struct Times {
        var killToFailure: [Double] = []
        var bindToResponse: [Double] = []
        var execToResponse: [Double] = []
        var bindToResponseOfNewClient: [Double] = []
        var execToResponseOfNewClient: [Double] = []
    }

    /// How long no server listens while the client waits, in microseconds: covers all phases of its attempts and
    /// backoffs.
    private static let absence: ClosedRange<UInt32> = 20_000...1_000_000

    /// Measures and prints the figures.
    func run() throws {
        print(
            """
            A server is killed (SIGKILL) and the next one started 0.02 to 1 s later; \(rounds) times each. The aims are p50.

            | ms: p50, p99 | kill to failed call (2) | bind to first answer (20) | exec to first answer (250) \
            | new client: bind (20) | exec (250) |
            | --- | --- | --- | --- | --- | --- |
            """)
        for contender in Contender.all
        where contender.program == "echo-hearth" && !contender.flags.contains("--loop") {
            let times = try measure(contender)
            let columns = [
                times.killToFailure, times.bindToResponse, times.execToResponse, times.bindToResponseOfNewClient,
                times.execToResponseOfNewClient,
            ]
            let cells = columns.map { String(format: "%.2f, %.2f", $0.median * 1000, $0.late * 1000) }
            print("| \(contender.name) | \(cells.joined(separator: " | ")) |")
        }
    }

    private func measure(_ contender: Contender) throws -> Times {
        var times = Times()
        var server = try Server(contender, at: contender.endpoint(in: folder))
        let client = try EchoProcess(contender.path, ["restarts", server.endpoint] + contender.flags)
        guard try client.readLine() == "ready" else { throw EchoFailure(reason: "the client is not ready") }
        for round in 0..<2 * rounds {
            let isNewClient = !round.isMultiple(of: 2)
            try client.request("hold")
            let killed = ProcessClock.nowNanoseconds
            kill(server.process.id, SIGKILL)
            times.killToFailure.append(try client.end(since: killed))
            try client.request(isNewClient ? "wait-new" : "wait")
            // The downtime is the varied parameter; no event shows that a client has waited that long.
            usleep(.random(in: Self.absence))
            let started = ProcessClock.nowNanoseconds
            server = try Server(contender, at: server.endpoint)
            let (sinceStart, sinceBind) = (try client.end(since: started), server.began - started)
            let bound = sinceStart - Double(sinceBind) / 1e9
            if isNewClient {
                times.bindToResponseOfNewClient.append(bound)
                times.execToResponseOfNewClient.append(sinceStart)
            } else {
                times.bindToResponse.append(bound)
                times.execToResponse.append(sinceStart)
            }
        }
        try client.stop()
        try server.process.stop()
        return times
    }

    private struct Server {
        let process: EchoProcess
        let endpoint: String
        /// When it began to listen.
        let began: UInt64

        init(_ contender: Contender, at endpoint: String) throws {
            process = try EchoProcess(contender.path, ["server", endpoint] + contender.flags)
            let ready = try process.readReady()
            guard let began = ready.since else { throw EchoFailure(reason: "the server does not say since when") }
            (self.endpoint, self.began) = (ready.endpoint, began)
        }
    }
}

extension EchoProcess {
    /// Sends a client a command, which it confirms.
    func request(_ line: String) throws {
        try write(line)
        guard try readLine() == line else { throw EchoFailure(reason: "not confirmed: \(line)") }
    }

    /// When the client's call has ended, in seconds.
    func end(since start: UInt64) throws -> Double {
        try write("end")
        guard let end = UInt64(try readLine()), end >= start else { throw EchoFailure(reason: "no time of its end") }
        return Double(end - start) / 1e9
    }
}

extension [Double] {
    /// The 99th percentile.
    var late: Double { isEmpty ? .nan : sorted()[count - 1 - count / 100] }
}
