import Foundation
import RPC
import ServiceKit
import Synchronization
import TestSupport
import Testing

struct LogsCommandTests {
    /// The log of a service that died, as a supervisor leaves it.
    private static func write(_ lines: [String], of service: String, _ bench: GatewayHarness) throws {
        try bench.directory.directory("data/logs")
        let text = lines.map { $0 + "\n" }.joined()
        try bench.directory.write(text, to: "data/logs/\(service).log")
    }

    private static let death =
        "2026-01-01T12:00:02.000Z error   hearth: catalog died (killed by SIGSEGV); starting it again in 100 ms"

    @Test
    func `the reason of the last death is found when nothing runs any more`() async throws {
        let bench = try GatewayHarness(up: [])
        try Self.write(
            ["2026-01-01T12:00:01.000Z info    catalog: shard opened household=home", Self.death], of: "catalog", bench)
        try Self.write(["2026-01-01T12:00:01.500Z warning profiles: slow"], of: "profiles", bench)
        let all = await bench.run("logs")
        #expect(all.status == .success)
        let lines = all.out.split(separator: "\n")
        #expect(lines.count == 3 && lines[1].contains("profiles: slow") && lines[2] == Self.death)
        let one = await bench.run("logs", "catalog", "--level", "error")
        #expect(one.out == Self.death + "\n")
        #expect(await bench.run("logs", "--since", "10m").out == "")
        #expect(await bench.run("logs", "--lines", "1").out == Self.death + "\n")
        let json = try await bench.run("logs", "catalog", "--level", "error", "--json").json()
        #expect(json["level"] as? String == "error" && json["service"] as? String == "catalog")
        #expect((json["message"] as? String)?.hasPrefix("catalog died") == true)
    }

    @Test
    func `no logs, an unknown service and an unknown level are said`() async throws {
        let bench = try GatewayHarness(up: [])
        let none = await bench.run("logs")
        #expect(
            none.status == .failure && none.err.contains("There are no logs in \(bench.directory.path("data/logs"))"))
        #expect(await bench.run("logs", "catalogue").err.contains("Did you mean \"catalog\"?"))
        #expect(await bench.run("logs", "--level", "loud").status == .usage)
    }

    @Test
    func `a log is followed from before its first line`() async throws {
        let bench = try GatewayHarness(up: [])
        let heard = Heard()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = await bench.run(list: ["logs", "-f", "catalog"]) { heard.add($0) } }
            try Self.write([Self.death], of: "catalog", bench)
            let isHeard = try await comes { heard.text == Self.death + "\n" }
            #expect(isHeard)
            group.cancelAll()
        }
    }

    /// What a command said so far.
    private final class Heard: Sendable {
        private let said = Mutex("")

        var text: String { said.withLock { $0 } }
        func add(_ text: String) { said.withLock { $0 += text } }
    }
}
