import CBOR
import Foundation
import RPC
import SchemaTool
import Testing

/// The executables of the last release against the types of today, from both ends: what they said to each other was recorded.
@Suite struct RecordingTests {
    private static let goodbye: UInt8 = 11

    private static func recording() throws -> HouseholdRecording {
        try Checkout.json(HouseholdRecording.self, "released/household.json")
    }

    private static func released() throws -> ReleasedMethods {
        try Checkout.json(ReleasedMethods.self, "released/methods.json")
    }

    @Test func `every released method was called and answered`() throws {
        let succeeded = try Self.recording().calls().filter { call in
            if case .failure = call.end { return false }
            return call.end != nil || !call.items.isEmpty
        }
        #expect(Set(try Self.released().byName.keys).subtracting(succeeded.map(\.method)) == [])
    }

    @Test func `engines take every frame of either side`() throws {
        let simulation = Simulation(seed: 1)
        // No welcome answers a hello of the future: the recorded clocks had run for less than thirty years.
        #expect(simulation.run { try? await simulation.sleep(for: .seconds(1_000_000_000)) })
        let server = ServerEngine(RPCServer(name: "today", version: "1", runtime: simulation), loop: IdleLoop())
        var clients: [String: ClientEngine] = [:]
        for (peer, service) in try Set(Self.recording().frames.map(\.service)).sorted().enumerated() {
            let client = ClientEngine(name: "today", target: service, runtime: simulation, loop: IdleLoop())
            client.connected()
            clients[service] = client
            for frame in try Self.recording().frames where frame.service == service {
                let bytes = try #require([UInt8](hexadecimal: frame.hex))
                // After a goodbye a client has no connection: there is nothing more to be read.
                if bytes[5] == Self.goodbye { break }
                bytes.withUnsafeBytes { bytes in
                    if frame.isFromClient {
                        server.receive(bytes, from: PeerID(peer + 1))
                    } else {
                        client.receive(bytes)
                    }
                }
                #expect(server.takeDroppedPeers().map(\.1) == [])
                #expect(client.failure == nil, "\(service)")
            }
        }
        #expect(clients.count > 3)
    }

    @Test func `clients read what was answered, and services what was asked`() throws {
        #expect(try Self.unreadable(Self.recording().calls()) == [])
    }

    /// A client of the release meets the services of today.
    @Test func `services answer the release's client as they did, in its words`() async throws {
        let replay = try await Self.replay(Self.recording().calls())
        #expect(replay.problems == [])
        #expect(Set(try Self.released().byName.keys).subtracting(replay.responses.map(\.method)) == [])
        try await CDDLCase.check(
            replay.responses.map { response in
                CDDLCase(
                    file: "released/\(response.file)", rule: response.rule, bytes: response.body, isValid: true,
                    note: response.method)
            })
    }

    // MARK: The checks find what they are there for

    @Test func `a field that is newly required is found`() async throws {
        let calls = try Self.recording().calls().prefix { $0.service == "profiles" }.map { call in
            var call = call
            if call.method.hasSuffix("/CreateProfile") { call.request = try Self.without("kind", call.request) }
            return call
        }
        #expect(
            try Self.unreadable(calls).contains {
                $0.hasPrefix("hearth.profiles.v1.Profiles/CreateProfile request: ") && $0.contains("kind")
            })
        let problems = try await Self.replay(calls).problems
        #expect(problems.first?.hasPrefix("hearth.profiles.v1.Profiles/CreateProfile: fails with ") == true)
    }

    @Test func `a field that is gone or of another type is found`() async throws {
        let calls = try Self.recording().calls()
        let list = try #require(calls.first { $0.method.hasSuffix("/ListFavourites") })
        guard case .response(let response) = list.end else {
            Issue.record("it was not answered")
            return
        }
        for changed in [try Self.without("total", response), try Self.retyping("total", response)] {
            var call = list
            call.end = .response(changed)
            #expect(try Self.unreadable([call]).first?.contains("ListFavourites response") == true)
            // The release's reader finds it, too, in what a service of today would answer.
            try await CDDLCase.check([
                CDDLCase(
                    file: "released/profiles.cddl", rule: "favourite-list", bytes: changed, isValid: false,
                    note: "changed")
            ])
        }
    }

    // MARK: Parts

    private static func replay(_ calls: [RecordedCall]) async throws -> Replay {
        let (recording, released) = (try recording(), try released())
        return try await LiveHousehold.with { household in
            var replay = try Replay(recording, released: released, in: household)
            for call in calls { try await replay.play(call) }
            return replay
        }
    }

    /// Which messages the types of today do not read, a sentence each.
    private static func unreadable(_ calls: [RecordedCall]) throws -> [String] {
        let models = ContractTests.models
        let methods = Dictionary(
            models.flatMap(\.methods).map { ($0.descriptor.name, $0) }, uniquingKeysWith: { first, _ in first })
        let details = Dictionary(
            models.flatMap(\.details).map { ($0.type, $0.message) }, uniquingKeysWith: { first, _ in first })
        var found: [String] = []
        for call in calls {
            guard let method = methods[call.method] else {
                found.append("\(call.method): is not there")
                continue
            }
            func read(_ message: ContractModel.Message?, _ body: [UInt8], _ what: String) {
                do { _ = try message?.roundTrip(body) } catch { found.append("\(call.method) \(what): \(error)") }
            }
            read(method.request, call.request, "request")
            for item in call.items { read(method.responseItem, item, "response item") }
            switch call.end {
            case .response(let body): read(method.response, body, "response")
            case .failure(_, _, let all): for detail in all { read(details[detail.type], detail.body, detail.type) }
            case nil: break
            }
        }
        return found
    }

    private static func without(_ field: String, _ body: [UInt8]) throws -> [UInt8] {
        try edit(body) { pairs in pairs.removeAll { $0.key == .text(field) } }
    }

    private static func retyping(_ field: String, _ body: [UInt8]) throws -> [UInt8] {
        try edit(body) { pairs in
            for index in pairs.indices where pairs[index].key == .text(field) { pairs[index].value = .text("many") }
        }
    }

    private static func edit(_ body: [UInt8], _ change: (inout [CBORValue.Pair]) -> Void) throws -> [UInt8] {
        guard case .map(var pairs) = try CBORDecoder().decode(CBORValue.self, from: body) else { return body }
        let before = pairs
        change(&pairs)
        #expect(pairs != before)
        return try CBOREncoder().encode(CBORValue.map(pairs))
    }
}
