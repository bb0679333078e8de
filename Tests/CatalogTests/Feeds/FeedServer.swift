import Foundation
import Synchronization
import TestSupport

/// A provider's server: answers each path (and each `action` of a panel) with what it is told to, and knows its validators.
final class FeedServer: Sendable {
    /// What becomes of a request.
    struct Answer: Sendable {
        var status = 200
        var body: [UInt8]
        var fields: [String: String] = [:]
        var etag: String?
        /// The body is announced to be so much longer than it is.
        var missing = 0
        /// Nothing comes at all.
        var isSilent = false

        init(_ body: [UInt8], status: Int = 200, etag: String? = nil) {
            (self.status, self.body, self.etag) = (status, body, etag)
        }

        init(_ text: String, status: Int = 200, etag: String? = nil) {
            self.init(Array(text.utf8), status: status, etag: etag)
        }
    }

    private let table: Table
    private let server: ScriptedServer

    init() throws {
        let table = Table()
        self.table = table
        server = try ScriptedServer { request, connection in
            guard let answer = table.answer(to: request.target) else { return try connection.answer(404, [:], "") }
            if answer.isSilent { return connection.waitForDisconnect() }
            if let etag = answer.etag, request["if-none-match"] == etag {
                return try connection.answer(304, ["ETag": etag], "")
            }
            guard answer.missing == 0 else {
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(answer.body.count + answer.missing)\r\n\r\n")
                try connection.send(answer.body)
                try connection.hangUp()
            }
            var fields = answer.fields
            if let etag = answer.etag { fields["ETag"] = etag }
            try connection.answer(answer.status, fields, answer.body)
        }
    }

    /// What it is called where it is allowed.
    var host: String { "127.0.0.1:\(server.port)" }

    /// How many connections there have been.
    var connections: Int { server.connections }

    /// The requests that have come, in their order.
    var requests: [ServedRequest] { server.requests }

    /// The address of a path.
    func url(_ path: String) -> String { "http://\(host)\(path)" }

    /// Answers a path from now on; of a panel `/player_api.php get_series`, with the action, and of one title
    /// `/player_api.php get_series_info&series_id=31`.
    func serve(_ path: String, _ answer: Answer?) { table.answers.withLock { $0[path] = answer } }

    func stop() { server.stop() }

    private final class Table: Sendable {
        let answers = Mutex<[String: Answer]>([:])

        func answer(to target: String) -> Answer? {
            let path = String(target.prefix { $0 != "?" })
            let rest = target.range(of: "action=").map { target[$0.upperBound...] }
            let action = rest?.prefix { $0 != "&" }
            return answers.withLock { answers in
                if let rest, let answer = answers["\(path) \(rest)"] { return answer }
                return answers[action.map { "\(path) \($0)" } ?? path]
            }
        }
    }
}
