import Foundation
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import Chaos

/// Faults of connections in plans and schedules.
struct NetworkFaultTests {
    private static let yaml = """
        duration: 60s
        faults:
          - kind: delay
            targets: catalog
            at: 5s
            for: 2s
            by: 10ms-50ms
          - kind: throttle
            at: 6s
            kib-per-second: 64
          - kind: partition
            at: 7s
            for: 3s
            ways: responses
          - at 8s partition profiles for 1s
          - at 9s cut
        """

    @Test
    func `have their own keys, and a schedule carries them`() throws {
        let plan = try ChaosPlan(yaml: Self.yaml, name: "x")
        let faults = FaultSchedule.make(plan, seed: 1)
        #expect(faults.map(\.kind) == [.delay, .throttle, .partition, .partition, .cut])
        #expect(faults[0].link?.delay == SpanRange(least: .milliseconds(10), most: .milliseconds(50)))
        #expect(faults[1].link?.bytesPerSecond == 64 << 10)
        #expect(faults[2].link?.held == [.responses] && faults[3].link?.held == [.requests, .responses])
        #expect(faults[4].link == nil && faults[4].spanMilliseconds == nil && faults[4].targets.count == 1)
        #expect(
            [0, 2, 3].map { faults[$0].detail } == [
                "for 2.0 s, by 10 to 50 ms", "for 3.0 s, responses only", "for 1.0 s",
            ])
        #expect(faults[1].detail?.hasSuffix(", 64 KiB a second") == true)
        let again = try JSONDecoder().decode([PlannedFault].self, from: JSONEncoder().encode(faults))
        #expect(again == faults)
    }

    @Test(arguments: [
        ("{kind: delay, by: 5}", "by of a delay fault takes a time such as 5s"),
        ("{kind: throttle, kib-per-second: 0}", "kib-per-second of a throttle fault takes a whole number from 1"),
        ("{kind: partition, ways: [up]}", "ways of a partition fault takes requests, responses"),
        ("{kind: starve, percent: 100}", "percent of a starve fault takes a whole number from 1 to 99"),
        ("{kind: cut, for: 2s}", "\"for\" is no key of a cut fault"),
        ("{kind: kill, by: 2s}", "\"by\" is no key of a kill fault"),
        ("at 5s cut catalog for 2s", "cut does not last"),
    ])
    func `with other keys or values are rejected`(fault: String, reason: String) throws {
        let error = try #require(throws: PlanError.self) {
            try ChaosPlan(yaml: "faults:\n  - \(fault)\n", name: "x")
        }
        #expect("\(error)".contains(reason), "\(error)")
    }

    @Test
    func `a starved process runs for a tenth of the time unless the plan says otherwise`() throws {
        let yaml = "faults:\n  - at 2s starve catalog for 3s\n  - {kind: starve, at: 3s, percent: 25, for: 1s}\n"
        let faults = FaultSchedule.make(try ChaosPlan(yaml: yaml, name: "x"), seed: 1)
        #expect(faults.map(\.percent) == [10, 25])
        #expect(faults.map(\.detail) == ["for 3.0 s, runs 10 % of the time", "for 1.0 s, runs 25 % of the time"])
    }

    @Test
    func `need links, which services and callers are told; other plans have none`() throws {
        let links = try ServiceLinks(
            to: ["profiles", "catalog"], in: ServicePaths(runDirectory: "/tmp/run"), runtime: SystemRuntime.shared)
        let ports = try ["catalog", "profiles"].map { try #require(links.link(of: $0)).port }
        #expect(
            links.configuration
                == "endpoints: [\"catalog=tcp://127.0.0.1:\(ports[0])\", \"profiles=tcp://127.0.0.1:\(ports[1])\"]\n")
        #expect(links.endpoints.map(\.service) == ["catalog", "profiles"])
        #expect(links.link(of: "scheduler") == nil)
        #expect(ServiceLinks.none.configuration.isEmpty && ServiceLinks.none.endpoints.isEmpty)
        #expect(
            FaultKind.allCases.filter(\.isOfNetwork).map(\.rawValue) == ["delay", "throttle", "cut", "partition"])
    }
}
