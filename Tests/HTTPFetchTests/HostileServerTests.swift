import Foundation
import HTTPFetch
import RPC
import TestSupport
import Testing

/// Servers that break the rules, and what callers see of it.
@Suite(.timeLimit(.minutes(10)))
struct HostileServerTests {
    /// What a server does with its connection, and how the request ends.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let endings: [Ending]
        let script: @Sendable (ServedConnection) throws -> Void

        init(_ name: String, _ endings: Ending..., script: @escaping @Sendable (ServedConnection) throws -> Void) {
            (testDescription, self.endings, self.script) = (name, endings, script)
        }
    }

    /// How a request ends.
    enum Ending: Equatable {
        case response
        case failure(FetchError.Kind)
        /// With whatever words.
        case broken

        init(_ kind: FetchError.Kind?) {
            switch kind {
            case nil: self = .response
            case .broken: self = .broken
            case .some(let kind): self = .failure(kind)
            }
        }

        static let headerTooLarge = Ending.failure(.tooLarge(what: .header, limitBytes: 64 << 10))
        static let bodyTooLarge = Ending.failure(.tooLarge(what: .body, limitBytes: 1 << 20))
    }

    static let cases: [Case] = [
        Case("cut off in the body", .failure(.incomplete)) {
            try $0.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
            try $0.hangUp()
        },
        Case("cut off in a chunk", .failure(.incomplete), .broken) {
            try $0.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nhalf")
            try $0.hangUp()
        },
        Case("cut off in the header", .broken) {
            try $0.send("HTTP/1.1 200 OK\r\nContent-Le")
            try $0.hangUp()
        },
        Case("nothing", .broken) { try $0.hangUp() },
        Case("reset", .broken) { try $0.reset() },
        Case("garbage", .broken) {
            try $0.send([UInt8]((0...255).map { UInt8($0) }))
            try $0.hangUp()
        },
        Case("an answer of HTTP/0.9", .broken) {
            try $0.send("<html>hello</html>")
            try $0.hangUp()
        },
        Case("two lengths", .broken) {
            try $0.send("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n")
            try $0.hangUp()
        },
        Case("a chunk of garbage", .broken) {
            try $0.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhalf\r\n")
            $0.waitForDisconnect()
        },
        Case("packed garbage", .broken) {
            try $0.respond(200, ["Content-Encoding": "gzip"], "this is not gzip, whatever the header says")
        },
        Case("one endless header line", .headerTooLarge, .broken) {
            try $0.send("HTTP/1.1 200 OK\r\nX: ")
            while true { try $0.send(String(repeating: "x", count: 4_096)) }
        },
        Case("endless header lines", .headerTooLarge) {
            try $0.send("HTTP/1.1 200 OK\r\n")
            while true { try $0.send("X-Again: and again\r\n") }
        },
        Case("endless interim answers", .headerTooLarge) {
            while true { try $0.send("HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n") }
        },
        Case("endless trailers", .headerTooLarge, .broken) {
            try $0.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n")
            while true { try $0.send("X-Again: and again\r\n") }
        },
        Case("a body longer than announced is cut", .response) {
            try $0.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nrest of it, and more")
            try $0.hangUp()
        },
        Case("an announced length over the limit", .failure(.tooLarge(what: .transfer, limitBytes: 1 << 20))) {
            try $0.send("HTTP/1.1 200 OK\r\nContent-Length: 1048577\r\n\r\n")
            $0.waitForDisconnect()
        },
        Case("an endless body", .bodyTooLarge) {
            try $0.send("HTTP/1.1 200 OK\r\n\r\n")
            while true { try $0.send([UInt8](repeating: 7, count: 64 << 10)) }
        },
        Case("an endless body in chunks", .bodyTooLarge) {
            try $0.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            while true { try $0.send("4\r\nabcd\r\n") }
        },
    ]

    @Test(arguments: cases)
    func `a server that breaks the rules is an error`(_ example: Case) async throws {
        try await Serving { _, connection in
            try example.script(connection)
            try connection.hangUp()
        }.run { server, fetcher in
            let kind = try await fetcher.failure(
                server.request("/") {
                    $0.limits.bodyBytes = 1 << 20
                    $0.limits.transferBytes = 1 << 20
                })
            #expect(example.endings.contains(Ending(kind)), "\(String(describing: kind))")
        }
    }

    /// 64 MiB of zeros, packed once to about 64 KiB, and that packed again.
    @Test(arguments: [["gzip"], ["gzip", "gzip"]])
    func `unpacked bytes have a limit`(_ encodings: [String]) async throws {
        let bomb = try Bomb.zeros(mebibytes: 64, packings: encodings.count)
        try await Serving { _, connection in
            try connection.respond(200, ["Content-Encoding": encodings.joined(separator: ", ")], bomb)
        }.run { server, fetcher in
            let kind = try await fetcher.failure(server.request("/"))
            #expect(kind == .tooLarge(what: .body, limitBytes: 5 << 20))
        }
    }

    @Test func `what is packed comes unpacked`() async throws {
        let packed = try Bomb.zeros(mebibytes: 1, packings: 1)
        try await Serving { request, connection in
            let isRequested = request["accept-encoding"]?.contains("gzip") == true
            try connection.respond(200, ["Content-Encoding": isRequested ? "gzip" : "none"], packed)
        }.run { server, fetcher in
            let body = try await fetcher.fetch(server.request("/")).body
            #expect(body == [UInt8](repeating: 0, count: 1 << 20))
        }
    }

    /// What counts is what comes, not what was announced: the packed body itself is over the limit here.
    @Test func `bytes on the way have a limit of their own`() async throws {
        try await Serving { _, connection in
            try connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n")
            // Stored blocks of length 0: they unpack to nothing for ever.
            try connection.send([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3])
            let empty = [UInt8]([[UInt8]](repeating: [0, 0, 0, 0xFF, 0xFF], count: 4_096).joined())
            while true { try connection.send(empty) }
        }.run { server, fetcher in
            let kind = try await fetcher.failure(server.request("/"))
            #expect(kind == .tooLarge(what: .transfer, limitBytes: 5 << 20))
        }
    }

    enum Slowness: CaseIterable { case beforeTheHeader, inTheHeader, inTheBody, byteByByte }

    /// The time that is allowed is short here, and nothing else ends these requests.
    @Test(arguments: Slowness.allCases)
    func `slow servers are given up`(_ slowness: Slowness) async throws {
        try await Serving { _, connection in
            switch slowness {
            case .beforeTheHeader: break
            case .inTheHeader: try connection.send("HTTP/1.1 200 OK\r\nX: ")
            case .inTheBody: try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            case .byteByByte:
                try connection.send("HTTP/1.1 200 OK\r\n\r\n")
                while true { try connection.send("x") }
            }
            connection.waitForDisconnect()
        }.run { server, fetcher in
            let kind = try await fetcher.failure(
                server.request("/") { request in
                    request.limits.time = .milliseconds(200)
                    (request.limits.bodyBytes, request.limits.transferBytes) = (.max, .max)
                })
            #expect(kind == .timedOut)
        }
    }

    /// The limit of time counts while a request waits for a connection, too.
    @Test func `waiting requests are given up`() async throws {
        try await Serving { _, connection in
            connection.waitForDisconnect()
        }.configured { $0.connectionsPerHost = 1 }.run { server, fetcher in
            let first = try server.request("/first") { $0.limits.time = .seconds(30) }
            let second = try server.request("/second") { $0.limits.time = .milliseconds(100) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { _ = try await fetcher.fetch(first) }
                try #require(try await comes { !server.requests.isEmpty })
                let kind = try await fetcher.failure(second)
                #expect(kind == .timedOut)
                #expect(server.requests.count == 1)
                group.cancelAll()
                try? await group.waitForAll()
            }
        }
    }
}
