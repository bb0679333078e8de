import Foundation
import Synchronization
import TestSupport

/// A server that answers as TMDB did when it was recorded, or not, as its mood is.
final class TMDBReplay: Sendable {
    /// How it behaves.
    enum Mood: Sendable {
        /// As recorded.
        case well
        /// Answers every so manieth question with 503.
        case failsEvery(Int)
        /// Answers every question with 429, and asks to be left alone for so long.
        case refuses(seconds: Int)
        /// Answers every question with a status.
        case status(Int)
        /// Answers every question with 200 and these bytes.
        case says(String)
    }

    /// What the tests' questions have as a key.
    static let key = "0123456789abcdef-geheim"

    private struct State {
        var mood = Mood.well
        var questions = 0
        var isHeld = false
        var invented: [String: String] = [:]
    }

    private let recorded: [Recording]
    private let state = Mutex(State())
    private let gate = Gate()
    private let server = Mutex<ScriptedServer?>(nil)

    init() throws {
        recorded = try Recording.all()
        let server = try ScriptedServer { [weak self] request, connection in try self?.serve(request, connection) }
        self.server.withLock { $0 = server }
    }

    /// What its addresses begin with.
    var base: String { server.withLock { "http://127.0.0.1:\($0?.port ?? 0)" } }

    /// The questions that have come.
    var requests: [ServedRequest] { server.withLock { $0?.requests ?? [] } }

    var mood: Mood {
        get { state.withLock { $0.mood } }
        set { state.withLock { $0.mood = newValue } }
    }

    /// Holds answers back while it is set.
    var isHeld: Bool {
        get { state.withLock { $0.isHeld } }
        set { state.withLock { $0.isHeld = newValue } }
    }

    /// Holds back the answers to paths that begin so; nil lets them all go.
    func hold(_ path: String?) { gate.withLock { $0 = path } }

    /// Has a path answered with what was not recorded.
    func invent(_ path: String, _ json: String) { state.withLock { $0.invented[path] = json } }

    func stop() {
        hold(nil)
        server.withLock { $0?.stop() }
    }

    private func serve(_ request: ServedRequest, _ connection: ServedConnection) throws {
        while isHeld { sched_yield() }
        gate.wait { path in path.map { !request.target.hasPrefix($0) } ?? true }
        let (mood, number) = state.withLock { state in
            state.questions += 1
            return (state.mood, state.questions)
        }
        switch mood {
        case .failsEvery(let count) where number % count == 0: try connection.respond(503, [:], "down")
        case .refuses(let seconds):
            try connection.respond(429, ["Retry-After": "\(seconds)"], #"{"status_code":25}"#)
        case .status(let status): try connection.respond(status, [:], #"{"status_code":7}"#)
        case .says(let text): try connection.respond(200, [:], text)
        default: try replay(request, connection)
        }
    }

    private func replay(_ request: ServedRequest, _ connection: ServedConnection) throws {
        if request.target.hasPrefix("/t/p/") {
            return try connection.respond(200, ["Content-Type": "image/jpeg"], "picture of \(request.target)")
        }
        if let json = state.withLock({ $0.invented[String(request.target.prefix { $0 != "?" })] }) {
            return try connection.respond(200, ["Content-Type": "application/json"], json)
        }
        guard let found = Recording.matching(request.target, in: recorded) else {
            return try connection.respond(404, [:], #"{"status_code":34}"#)
        }
        let tag = "\"\(found.file)\""
        if request["if-none-match"] == tag { return try connection.send("HTTP/1.1 304 Same\r\nETag: \(tag)\r\n\r\n") }
        try connection.respond(found.status, ["ETag": tag, "Content-Type": "application/json"], try found.body())
    }
}

/// A question to TMDB and its answer, as they were recorded.
struct Recording: Sendable, Decodable {
    let path: String
    let params: [String: String]
    let status: Int
    let file: String

    private static let folder = "tmdb/tmdblib-recordings"

    static func all() throws -> [Recording] {
        try String(decoding: SharedData.bytes("\(folder)/index.jsonl"), as: UTF8.self).split(separator: "\n")
            .map { try JSONDecoder().decode(Recording.self, from: Data($0.utf8)) }
    }

    func body() throws -> [UInt8] { try SharedData.bytes("\(Self.folder)/\(file)") }

    /// The answer to a question: that with the same parameters, else one to the same path.
    static func matching(_ target: String, in all: [Recording]) -> Recording? {
        guard let parts = URLComponents(string: target) else { return nil }
        let requested = Dictionary((parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { $1 }
            .filter { $0.key != "api_key" }
        let samePath = all.filter { $0.path == parts.path }
        return samePath.first { $0.params == requested } ?? samePath.first
    }
}

/// Where connections wait without taking a processor from those who do not. Unchecked: nothing touches the path without the
/// condition's lock.
private final class Gate: @unchecked Sendable {
    private let condition = NSCondition()
    private var path: String?

    func withLock(_ change: (inout String?) -> Void) {
        condition.lock()
        defer { condition.unlock() }
        change(&path)
        condition.broadcast()
    }

    func wait(until isOpen: (String?) -> Bool) {
        condition.lock()
        defer { condition.unlock() }
        while !isOpen(path) { condition.wait() }
    }
}
