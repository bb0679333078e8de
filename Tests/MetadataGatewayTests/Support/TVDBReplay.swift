import Foundation
import MetadataGatewayAPI
import MetadataGatewayService
import RPC
import ServiceKit
import Synchronization
import TestSupport

/// A server that answers as TheTVDB's API of version 4 is described, or not, as its mood is.
final class TVDBReplay: Sendable {
    /// How it behaves.
    enum Mood: Sendable {
        case well
        /// Answers everything with a status.
        case status(Int)
        /// Takes no token that it has given so far; a login gets another one.
        case forgetsTokens
        /// Takes no token at all.
        case takesNoToken
    }

    /// What the tests' logins have as a key, and a PIN beside it.
    static let (key, pin) = ("tvdb-key-geheim", "pin-geheim")

    private struct State {
        var mood = Mood.well
        var logins = 0
        var oldest = 1
        var found = "[]"
        var seasons: [String: String] = [:]
    }

    private let state = Mutex(State())
    private let server = Mutex<ScriptedServer?>(nil)

    init() throws {
        let server = try ScriptedServer { [weak self] request, connection in try self?.serve(request, connection) }
        self.server.withLock { $0 = server }
    }

    /// Runs `body` with the service and such a server behind it.
    static func with(
        _ transport: TestTransport = .inProcess, key: String? = TVDBReplay.key, pin: String? = nil,
        _ body: (ServiceHarness, TVDBReplay, RPCClient<MetadataGateway>) async throws -> Void
    ) async throws {
        let replay = try TVDBReplay()
        defer { replay.stop() }
        var settings = ["tvdb-address": "\(replay.base)/v4"]
        (settings["tvdb-key"], settings["tvdb-pin"]) = (key, pin)
        let layers = ConfigurationLayers(flags: settings, environment: [:])
        try await ServiceHarness.with(MetadataGatewayService.self, transport) { parts in
            parts.configuration = layers
        } _: { harness in
            try await body(harness, replay, try await harness.client(MetadataGateway.self, as: .owner))
        }
    }

    private var base: String { server.withLock { "http://127.0.0.1:\($0?.port ?? 0)" } }

    /// The questions that have come, without those that log in.
    var questions: [String] { requests.map(\.target).filter { $0 != "/v4/login" } }
    var logins: Int { requests.count { $0.target == "/v4/login" } }
    var requests: [ServedRequest] { server.withLock { $0?.requests ?? [] } }

    var mood: Mood {
        get { state.withLock { $0.mood } }
        set {
            state.withLock { state in
                state.mood = newValue
                if case .forgetsTokens = newValue { state.oldest = state.logins + 1 }
            }
        }
    }

    /// Has every search find these series, as JSON.
    func find(_ series: String...) { state.withLock { $0.found = "[\(series.joined(separator: ","))]" } }

    /// Has a season have these episodes, as JSON.
    func invent(_ season: String, _ episodes: String...) {
        state.withLock { $0.seasons[season] = "[\(episodes.joined(separator: ","))]" }
    }

    func stop() { server.withLock { $0?.stop() } }

    /// A series as a search has it.
    static func series(_ id: Int, _ name: String, _ year: Int, aliases: String = "[]") -> String {
        #"{"objectID": "series-\#(id)", "tvdb_id": "\#(id)", "name": "\#(name)", "year": "\#(year)", "aliases": \#(aliases)}"#
    }

    private func serve(_ request: ServedRequest, _ connection: ServedConnection) throws {
        let (mood, oldest) = state.withLock { ($0.mood, $0.oldest) }
        if case .status(let status) = mood { return try connection.respond(status, [:], "{}") }
        if request.target == "/v4/login" {
            let sent = try JSONDecoder().decode([String: String].self, from: Data(request.body))
            guard sent["apikey"] == Self.key else { return try connection.respond(401, [:], "{}") }
            let number = state.withLock { state in
                state.logins += 1
                return state.logins
            }
            return try say(#"{"token": "eyJ.geheim.\#(number)"}"#, connection)
        }
        let number = request["authorization"]?.split(separator: ".").last.flatMap { Int($0) } ?? 0
        if case .takesNoToken = mood { return try connection.respond(401, [:], "{}") }
        guard number >= oldest else { return try connection.respond(401, [:], "{}") }
        if request.target.hasPrefix("/v4/search?") { return try say(state.withLock { $0.found }, connection) }
        let parts = URLComponents(string: request.target)
        let season = parts?.queryItems?.first { $0.name == "season" }?.value ?? ""
        let place = "\(parts?.path.split(separator: "/").dropFirst(2).first ?? "")/\(season)"
        guard let episodes = state.withLock({ $0.seasons[place] }) else {
            return try connection.respond(404, [:], "{}")
        }
        try say(#"{"series": {"id": 1}, "episodes": \#(episodes)}"#, connection)
    }

    private func say(_ content: String, _ connection: ServedConnection) throws {
        try connection.respond(
            200, ["Content-Type": "application/json"], #"{"status": "success", "data": \#(content)}"#)
    }
}
