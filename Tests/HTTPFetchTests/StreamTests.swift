import HTTPFetch
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct StreamTests {
    @Test func `all bytes come in their order`() async throws {
        let count = 8 << 20
        try await Serving { _, connection in
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n")
            for start in stride(from: 0, to: count, by: 64 << 10) {
                try connection.send(Pattern.bytes(from: start, count: 64 << 10))
            }
        }.run { server, fetcher in
            let request = try server.request("/") { request in
                (request.limits.bodyBytes, request.limits.transferBytes) = (count, count)
                // How fast the machine is just now is no part of it.
                request.limits.time = TestTimeout.longest
            }
            let received = try await fetcher.stream(request) { head, url, body in
                #expect(head.status == 200 && body.expectedBytes == count)
                var place = 0
                for try await bytes in body {
                    #expect(Pattern.bytes(from: place, count: bytes.count) == bytes)
                    place += bytes.count
                    #expect(body.receivedBytes >= place)
                }
                return place
            }
            #expect(received == count)
        }
    }

    /// A reader that waits makes the sender wait: what is on the way is bounded by buffers, not by the body.
    @Test func `slow readers slow the sender`() async throws {
        let (count, sent) = (64 << 20, Counter())
        try await Serving { _, connection in
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n")
            let piece = [UInt8](repeating: 1, count: 64 << 10)
            while sent.value < count {
                try connection.send(piece)
                sent.add(piece.count)
            }
        }.configured { $0.bufferBytes = 256 << 10 }.run { server, fetcher in
            let request = try server.request("/") { request in
                (request.limits.bodyBytes, request.limits.transferBytes) = (count, count)
                request.limits.time = TestTimeout.longest
            }
            let received = try await fetcher.stream(request) { _, _, body in
                // Long enough for all of it to come, were nothing to hold it back.
                for _ in 0..<20_000 { await Task.yield() }
                let held = body.receivedBytes
                #expect(held <= 512 << 10, "\(held) bytes wait for their reader")
                #expect(sent.value < count / 2, "\(sent.value) bytes were sent")
                var total = 0
                for try await bytes in body { total += bytes.count }
                return total
            }
            #expect(received == count)
        }
    }

    @Test func `who stops reading ends the transfer`() async throws {
        let ended = Counter()
        try await Serving { _, connection in
            defer { ended.add(1) }
            try connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while true { try connection.send([UInt8](repeating: 1, count: 64 << 10)) }
        }.run { server, fetcher in
            struct Enough: Error {}
            let request = try server.request("/") { ($0.limits.bodyBytes, $0.limits.transferBytes) = (.max, .max) }
            let some = try await fetcher.stream(request) { _, _, body in
                for try await bytes in body { return bytes.count }
                return 0
            }
            #expect(some > 0)
            await #expect(throws: Enough.self) { try await fetcher.stream(request) { _, _, _ in throw Enough() } }
            try #require(try await comes { ended.value >= 2 })
        }
    }

    enum Moment: CaseIterable { case waiting, reading, paused }

    /// Cancelling ends the transfer at once: the server sees its connection go, and the caller gets a `CancellationError`.
    @Test(arguments: Moment.allCases)
    func `cancelling ends the transfer`(_ moment: Moment) async throws {
        let (ended, began) = (Counter(), Counter())
        try await Serving { _, connection in
            defer { ended.add(1) }
            if moment == .paused {
                try connection.send("HTTP/1.1 200 OK\r\n\r\n")
                while true { try connection.send([UInt8](repeating: 1, count: 64 << 10)) }
            }
            if moment == .reading { try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc") }
            connection.waitForDisconnect()
        }.run { server, fetcher in
            let request = try server.request("/") { ($0.limits.bodyBytes, $0.limits.transferBytes) = (.max, .max) }
            let task = Task {
                try await fetcher.stream(request) { _, _, body in
                    began.add(1)
                    if moment == .paused { await hang() }
                    for try await _ in body { began.add(1) }
                }
            }
            switch moment {
            case .waiting: try #require(try await comes { !server.requests.isEmpty })
            case .reading: try #require(try await comes { began.value >= 2 })
            case .paused: try #require(try await comes { began.value >= 1 })
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            try #require(try await comes { ended.value >= 1 })
        }
    }

    @Test func `who is cancelled already fetches nothing`() async throws {
        try await Serving { _, connection in try connection.respond(200, [:], "") }.run { server, fetcher in
            let request = try server.request("/")
            let task = Task {
                await hang()
                return try await fetcher.fetch(request).text
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test func `a stream that breaks gives what came and then the error`() async throws {
        try await Serving { _, connection in
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc")
            try connection.hangUp()
        }.run { server, fetcher in
            var read: [UInt8] = []
            let error = await #expect(throws: FetchError.self) {
                try await fetcher.stream(server.request("/")) { _, _, body in
                    for try await bytes in body { read += bytes }
                }
            }
            #expect(error?.kind == .incomplete)
            #expect(read == Array("abc".utf8))
        }
    }
}

/// Bytes by which their place can be told.
private enum Pattern {
    static func bytes(from start: Int, count: Int) -> [UInt8] {
        (start..<start + count).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 7) }
    }
}

/// A number that many count up.
final class Counter: Sendable {
    private let number = Atomic<Int>(0)
    var value: Int { number.load(ordering: .acquiring) }
    func add(_ amount: Int) { number.add(amount, ordering: .acquiringAndReleasing) }
}
