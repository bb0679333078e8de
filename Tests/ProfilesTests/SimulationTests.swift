import Access
import Foundation
import HearthModel
import ProfilesAPI
import ProfilesService
import RPC
import RPCInProcess
import ServiceKit
import Synchronization
import TestSupport
import Testing

/// The whole service under simulation: on one thread, in virtual time, with a link that loses, doubles and delays.
struct SimulationTests {
    /// What a run left behind.
    private struct Outcome: Equatable, Sendable {
        var trace: UInt64
        var steps: Int
        var favourites: Set<ContentID>
        var unknown: Set<ContentID>
        var expected: Set<ContentID>
    }

    @Test(arguments: [11, 12, 13, 14] as [UInt64])
    func `no acknowledged favourite is lost or doubled, and a seed repeats`(seed: UInt64) async throws {
        let first = try await Simulation.runOnDedicatedThread { try Self.run(seed) }
        #expect(first.favourites.isSuperset(of: first.expected.subtracting(first.unknown)))
        #expect(first.favourites.isSubset(of: first.expected.union(first.unknown)))
        let second = try await Simulation.runOnDedicatedThread { try Self.run(seed) }
        #expect(second == first)
    }

    @Test func `other seeds are other runs`() async throws {
        let traces = try await Simulation.runOnDedicatedThread { (try Self.run(1).trace, try Self.run(2).trace) }
        #expect(traces.0 != traces.1)
    }

    private static func run(_ seed: UInt64) throws -> Outcome {
        let directory = try TemporaryDirectory()
        try directory.directory("run")
        let paths = (data: directory.path("data"), run: directory.path("run"))
        try directory.directory("data")
        let simulation = Simulation(seed: seed)
        let outcome = Mutex<Outcome?>(nil)
        let finished = simulation.run {
            do {
                let result = try await Household(simulation, data: paths.data, run: paths.run).live()
                outcome.withLock { $0 = result }
            } catch {
                Issue.record(error, "seed \(seed)")
            }
        }
        #expect(finished, "seed \(seed)")
        #expect(simulation.foreignJobs == 0, "seed \(seed)")
        var result = try #require(outcome.withLock { $0 })
        (result.trace, result.steps) = (simulation.trace, simulation.steps)
        return result
    }

    /// A household in which one person marks and unmarks titles while the service is killed and started again.
    private struct Household {
        let simulation: Simulation
        let host: InProcessHost
        let data: String
        let run: String

        init(_ simulation: Simulation, data: String, run: String) {
            self.simulation = simulation
            (self.data, self.run) = (data, run)
            let faults = InProcessFaults(loss: 0.03, duplication: 0.05, longestDelay: .milliseconds(30), reorders: true)
            host = InProcessHost(name: "profiles", runtime: simulation, faults: faults)
        }

        private func start() async throws -> ServiceAssembly {
            let store = KeyStore(directory: "\(data)/keys", runtime: simulation)
            var parts = ServiceAssembly.Parts(
                runtime: simulation, logger: LogCapture().logger, dataDirectory: data, runDirectory: run,
                clients: TestServiceClients(runtime: simulation),
                verifier: TokenVerifier(store: store, runtime: simulation), onFatal: { _ in })
            parts.shardOptions.face = .inline
            parts.shardOptions.limits.ballastBytes = 0
            let assembly = try await ServiceAssembly.make(ProfilesService.self, of: parts)
            host.start(assembly.server)
            return assembly
        }

        func live() async throws -> Outcome {
            var assembly = try await start()
            let client = InProcessClient(host)
            defer { client.close() }
            let options = CallOptions(timeout: .seconds(2), waitForReady: true)
            var profiles = RPCClient<Profiles>(client.channel, defaults: options)
            let key = try #require(try OwnerKey.load(in: run))
            profiles.defaults.token = try await signIn(profiles, key)
            var outcome = Outcome(trace: 0, steps: 0, favourites: [], unknown: [], expected: [])
            var source = SplitMix64(seed: simulation.seed)
            for step in 0..<60 {
                if step % 20 == 19 {
                    host.kill()
                    await assembly.shards.close()
                    assembly = try await start()
                }
                await change(&outcome, profiles, using: &source)
            }
            host.setFaults(.none)
            outcome.favourites = Set(
                try await profiles.send(Profiles.ListFavourites(page: PageRequest(size: 200))).favourites.map(\.content)
            )
            host.kill()
            await assembly.shards.close()
            return outcome
        }

        private func signIn(_ profiles: RPCClient<Profiles>, _ key: OwnerKey) async throws -> AccessToken {
            // The link may lose this one too; signing in can be repeated at will.
            for _ in 0..<20 {
                guard let session = try? await profiles.send(Profiles.LocalOwner(proof: Data(key.bytes))) else {
                    continue
                }
                simulation.note(session.token)
                return AccessToken(session.token)
            }
            throw RPCError(.unavailable, "Twenty times in vain.")
        }

        private func change(
            _ outcome: inout Outcome, _ profiles: RPCClient<Profiles>, using source: inout SplitMix64
        ) async {
            let content = ContentID(rawValue: "m\(Int.random(in: 0..<10, using: &source))")
            let adds = Bool.random(using: &source)
            do {
                let change =
                    adds
                    ? try await profiles.send(Profiles.AddFavourite(content: content))
                    : try await profiles.send(Profiles.RemoveFavourite(content: content))
                simulation.note("\(change)")
                // A known outcome also settles what was unknown about the title before.
                outcome.unknown.remove(content)
                if adds { outcome.expected.insert(content) } else { outcome.expected.remove(content) }
            } catch {
                simulation.note("\(error)")
                if error.executed != .no { outcome.unknown.insert(content) }
            }
        }
    }
}
