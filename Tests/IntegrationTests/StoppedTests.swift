import Cluster
import Foundation
import Glibc
import ProfilesAPI
import RPC
import RPCDiagnostics
import Synchronization
import TestSupport
import Testing

/// Processes that hang (SIGSTOP) for longer than a stream may be silent, and go on (SIGCONT).
@Suite(.tags(.integration), .serialized)
struct StoppedTests {
    /// More events than one stream holds on its way.
    private static let events = 700
    /// What a server may hold for a follower that does not read, in KiB: its windows are far smaller.
    private static let slackKiB = 16 << 10

    @Test
    func `as a follower is let go, holds nothing of its source, and catches up`() async throws {
        try await RealCluster.with { cluster in
            let fixture = try DeletionFixture(cluster: cluster)
            defer { fixture.end() }
            try await fixture.up()
            try await fixture.withClients { clients in
                let visitor = try await fixture.fill(clients)
                let sys = RPCClient<Sys>(clients.profiles.channel, defaults: clients.profiles.defaults)
                let (profiles, follower) = (
                    try cluster.process(of: "profiles"), try cluster.process(of: "reading-list")
                )
                let all = DeletionFixture.listeners.count
                try await cluster.until("all follow") { try await sys.send(Sys.GetStats()).openCalls == all }
                let before = memoryKiB(of: profiles)
                let supervisor = try stopSupervisor(of: cluster)
                defer { kill(supervisor, SIGCONT) }
                try #require(kill(follower, SIGSTOP) == 0)
                for number in 1...Self.events {
                    _ = try await clients.profiles.send(Profiles.SetHouseholdOptions(name: "Home \(number)"))
                }
                try await fixture.delete(visitor, clients)
                try await cluster.until("the silent follower is let go") {
                    try await sys.send(Sys.GetStats()).openCalls == all - 1
                }
                #expect(memoryKiB(of: profiles) - before < Self.slackKiB)
                try #require(kill(follower, SIGCONT) == 0)
                // The deletion is the last of all events.
                try await fixture.waitUntilGone(visitor, clients)
                #expect(try cluster.process(of: "reading-list") == follower, "it is another process")
                #expect(try cluster.process(of: "profiles") == profiles, "it is another process")
            }
        }
    }

    @Test
    func `as a server is missed by its followers, who have everything once and in order when it goes on`() async throws
    {
        try await RealCluster.with { cluster in
            let fixture = try DeletionFixture(cluster: cluster)
            defer { fixture.end() }
            try await fixture.up()
            try await fixture.withClients { clients in
                let visitor = try await fixture.fill(clients)
                let received = Mutex<[ProfilesEvent]>([])
                let places = Mutex<[StreamPosition]>([])
                // No deadline.
                let options = CallOptions(token: clients.profiles.defaults.token)
                let follower = SystemRuntime.shared.spawn {
                    do {
                        let events = clients.profiles.follow(Profiles.FollowEvents(), options: { options })
                        for try await element in events {
                            received.withLock { $0.append(element.item) }
                            if let place = element.position { places.withLock { $0.append(place) } }
                        }
                    } catch {}
                }
                try await cluster.until("it follows") { received.withLock { !$0.isEmpty } }
                for number in 1...20 {
                    _ = try await clients.profiles.send(Profiles.SetHouseholdOptions(name: "Home \(number)"))
                }
                try await cluster.until("all is told") {
                    received.withLock { $0.last?.settingsChanged?.name } == "Home 20"
                }
                let profiles = try cluster.process(of: "profiles")
                let supervisor = try stopSupervisor(of: cluster)
                defer { kill(supervisor, SIGCONT) }
                try #require(kill(profiles, SIGSTOP) == 0)
                // Its clients find it silent: one that does not wait for it is told so.
                var impatient = clients.profiles.defaults
                impatient.waitForReady = false
                try await cluster.until("the silent server is missed") {
                    do {
                        _ = try await clients.profiles.send(Profiles.GetHousehold(), options: impatient)
                        return false
                    } catch {
                        return (error as? RPCError)?.code == .unavailable
                    }
                }
                try #require(kill(profiles, SIGCONT) == 0)
                for number in 21...40 {
                    _ = try await clients.profiles.send(Profiles.SetHouseholdOptions(name: "Home \(number)"))
                }
                try await fixture.delete(visitor, clients)
                try await cluster.until("all is told") { received.withLock { $0.last?.profileDeleted != nil } }
                try await fixture.waitUntilGone(visitor, clients)
                follower.cancel()
                await follower.value
                let names = received.withLock { $0.compactMap(\.settingsChanged?.name) }
                #expect(names == (1...40).map { "Home \($0)" })
                let sequences = places.withLock { $0.map(\.sequence) }
                #expect(zip(sequences, sequences.dropFirst()).allSatisfy { $0 + 1 == $1 }, "\(sequences)")
                #expect(try cluster.process(of: "profiles") == profiles, "it is another process")
            }
        }
    }

    /// Stops the supervisor, which kills a service that does not answer for 30 s, and returns its process.
    private func stopSupervisor(of cluster: RealCluster) throws -> Int32 {
        let supervisor = try #require(RunningCluster(paths: cluster.paths)?.process)
        try #require(kill(supervisor, SIGSTOP) == 0)
        return supervisor
    }

    /// What a process has in memory (`proc(5)`, VmRSS).
    private func memoryKiB(of process: Int32) -> Int {
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
}
