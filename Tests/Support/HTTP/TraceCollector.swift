internal import Foundation
internal import Synchronization

/// A collector of traces for tests, on loopback: takes OTLP over HTTP in JSON, and refuses what the format does not allow.
public final class TraceCollector: Sendable {
    /// What it answers to a valid request.
    public enum Behaviour: Sendable {
        /// Takes it.
        case accept
        /// Takes all but so many spans.
        case acceptAllBut(Int)
        /// Answers with a status, and takes nothing.
        case status(Int, [String: String] = [:])
        /// Says nothing until the other side gives up.
        case silence
        /// Breaks the connection.
        case hangUp
    }

    private struct State {
        var behaviours: [Behaviour]
        var spans: [CollectedSpan] = []
        var violations: [String] = []
        var sizes: [Int] = []
    }

    private final class Box: Sendable {
        let state: Mutex<State>
        let later: Behaviour

        init(_ behaviours: [Behaviour], _ later: Behaviour) {
            state = Mutex(State(behaviours: behaviours))
            self.later = later
        }
    }

    private let box: Box
    private let server: ScriptedServer

    /// Starts a collector that gives these answers to valid requests, one after another, and then always the same.
    ///
    /// - Throws: `POSIXError` when it cannot listen.
    public init(_ behaviours: Behaviour..., later: Behaviour = .accept) throws {
        let box = Box(behaviours, later)
        self.box = box
        server = try ScriptedServer { request, connection in try Self.serve(request, connection, box) }
    }

    /// Its address, as it stands in the settings.
    public var address: String { "http://127.0.0.1:\(server.port)" }
    /// The spans that it has taken, in their order.
    public var spans: [CollectedSpan] { box.state.withLock(\.spans) }
    /// Why it has refused requests.
    public var violations: [String] { box.state.withLock(\.violations) }
    /// The number of spans of each valid request, taken or not.
    public var requests: [Int] { box.state.withLock(\.sizes) }

    /// Breaks every connection and takes no more.
    public func stop() { server.stop() }

    private static func serve(_ request: ServedRequest, _ connection: ServedConnection, _ box: Box) throws {
        let spans: [CollectedSpan]
        do {
            guard request.method == "POST", request.target == "/v1/traces" else {
                throw CollectedSpan.Violation("\(request.method) \(request.target)")
            }
            guard request["content-type"] == "application/json" else {
                throw CollectedSpan.Violation("the type \(request["content-type"] ?? "none")")
            }
            spans = try CollectedSpan.all(in: request.body)
        } catch {
            box.state.withLock { $0.violations.append("\(error)") }
            return try connection.respond(400, ["Content-Type": "application/json"], #"{"message":"refused"}"#)
        }
        let behaviour = box.state.withLock { state in
            state.sizes.append(spans.count)
            return state.behaviours.isEmpty ? box.later : state.behaviours.removeFirst()
        }
        let json = ["Content-Type": "application/json"]
        switch behaviour {
        case .accept:
            box.state.withLock { $0.spans += spans }
            try connection.respond(200, json, "{}")
        case .acceptAllBut(let count):
            box.state.withLock { $0.spans += spans.dropLast(count) }
            try connection.respond(
                200, json, #"{"partialSuccess":{"rejectedSpans":"\#(count)","errorMessage":"too old"}}"#)
        case .status(let status, let fields): try connection.respond(status, fields, "")
        case .silence: connection.waitForDisconnect()
        case .hangUp: try connection.hangUp()
        }
    }
}
