import Foundation
import Synchronization
import TestSupport

/// A provider's server: answers each path (and each `action` of a panel) with what it is told to, and knows its validators.
final class FeedServer: Sendable {
    /// What becomes of a request.
    struct Response: Sendable {
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
            guard let response = table.response(to: request.target) else { return try connection.respond(404, [:], "") }
            if response.isSilent { return connection.waitForDisconnect() }
            if let etag = response.etag, request["if-none-match"] == etag {
                return try connection.respond(304, ["ETag": etag], "")
            }
            guard response.missing == 0 else {
                try connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Length: \(response.body.count + response.missing)\r\n\r\n")
                try connection.send(response.body)
                try connection.hangUp()
            }
            var fields = response.fields
            if let etag = response.etag { fields["ETag"] = etag }
            try connection.respond(response.status, fields, response.body)
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
    func serve(_ path: String, _ response: Response?) { table.responses.withLock { $0[path] = response } }

    func stop() { server.stop() }

    private final class Table: Sendable {
        let responses = Mutex<[String: Response]>([:])

        func response(to target: String) -> Response? {
            let path = String(target.prefix { $0 != "?" })
            let rest = target.range(of: "action=").map { target[$0.upperBound...] }
            let action = rest?.prefix { $0 != "&" }
            return responses.withLock { responses in
                if let rest, let response = responses["\(path) \(rest)"] { return response }
                return responses[action.map { "\(path) \($0)" } ?? path]
            }
        }
    }
}
