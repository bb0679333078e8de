import Foundation
import Glibc
import RPC
import ServiceKit
import Synchronization
import TestSupport
import Testing

@testable import Chaos

/// The way of callers to a service, with its faults.
struct LinkTests {
    /// One side of a connection, over plain sockets.
    private final class Side: Sendable {
        private let file: Int32
        private let state = Mutex((bytes: [UInt8](), error: Int32?.none, isAtEnd: false))

        init(_ file: Int32) { self.file = file }
        deinit { close(file) }

        /// Connects to a port on loopback.
        static func connected(to port: UInt16) -> Side {
            let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(file, $0, size) }
            }
            #expect(result == 0, "errno \(errno)")
            return Side(file)
        }

        /// Sends all of it; the kernel's buffers are read meanwhile, so that neither side waits for the other.
        func send(_ bytes: some Collection<UInt8>, while other: Side) {
            var rest = Array(bytes)[...]
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes {
                    Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
                }
                if sent > 0 { rest = rest.dropFirst(sent) } else if errno != EAGAIN { return }
                other.take()
            }
        }

        func endSending() { shutdown(file, Int32(SHUT_WR)) }

        /// Takes what has arrived.
        func take() {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = recv(file, &buffer, buffer.count, Int32(MSG_DONTWAIT))
                let error = errno
                if count < 0 {
                    if error != EAGAIN { state.withLock { $0.error = error } }
                    return
                }
                if count == 0 { return state.withLock { $0.isAtEnd = true } }
                state.withLock { $0.bytes += buffer.prefix(count) }
            }
        }

        var received: [UInt8] {
            take()
            return state.withLock { $0.bytes }
        }
        /// Whether the other side has closed, or reset the connection.
        var hasEnded: Bool {
            take()
            return state.withLock { $0.isAtEnd || $0.error != nil }
        }
        var error: Int32? { state.withLock { $0.error } }
    }

    /// A service's socket.
    private final class Service: Sendable {
        let path: String
        private let file: Int32

        init(in directory: TemporaryDirectory) {
            path = directory.path("s.sock")
            file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let bytes = Array(path.utf8)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
            let size = socklen_t(MemoryLayout<sockaddr_un>.size)
            let result = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(file, $0, size) }
            }
            #expect(result == 0 && listen(file, 8) == 0, "errno \(errno)")
            _ = fcntl(file, F_SETFL, O_NONBLOCK)
        }

        deinit { close(file) }

        func accepted() async throws -> Side {
            let connection = Mutex(Int32(-1))
            #expect(
                try await comes {
                    let file = accept(self.file, nil, nil)
                    connection.withLock { $0 = file }
                    return file >= 0
                })
            return Side(connection.withLock { $0 })
        }
    }

    /// Runs a body with a link to a service.
    private func withLink(_ body: @escaping @Sendable (ServiceLink, Service) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        let service = Service(in: directory)
        let link = try ServiceLink(to: service.path, runtime: SystemRuntime.shared)
        let links = ServiceLinks(links: ["catalog": link])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await links.run() }
            group.addTask { try await body(link, service) }
            defer { group.cancelAll() }
            _ = try await group.next()
        }
        withExtendedLifetime(directory) {}
    }

    private static let greeting = Array("request".utf8)

    @Test
    func `bytes pass unchanged and in order under delays and a low rate, and so does the end of a side`() async throws {
        let seed = Seeds.make(1)[0]
        print("seed \(seed)")
        try await withLink { link, service in
            var fault = LinkFault()
            fault.delay = SpanRange(least: .zero, most: .milliseconds(3))
            fault.bytesPerSecond = 4 << 20
            _ = link.begin(fault)
            let caller = Side.connected(to: link.port)
            let called = try await service.accepted()
            var generator = SplitMix64(seed: seed)
            let bytes = (0..<120_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
            for piece in 0..<4 {
                let part = bytes[(piece * 30_000)..<((piece + 1) * 30_000)]
                caller.send(part, while: called)
                called.send(part, while: caller)
            }
            #expect(try await comes { called.received.count == bytes.count && caller.received.count == bytes.count })
            #expect(called.received == bytes && caller.received == bytes, "seed \(seed)")
            caller.endSending()
            #expect(try await comes { called.hasEnded })
            #expect(!caller.hasEnded)
            called.send(Self.greeting, while: caller)
            #expect(try await comes { caller.received.count == bytes.count + Self.greeting.count })
            #expect(try await comes { link.waitingBytes == 0 })
        }
    }

    @Test
    func `a way that is held keeps what comes until the fault is over, and the other way passes`() async throws {
        try await withLink { link, service in
            let caller = Side.connected(to: link.port)
            let called = try await service.accepted()
            var fault = LinkFault()
            fault.held = [.requests]
            let number = link.begin(fault)
            caller.send(Self.greeting, while: called)
            #expect(try await comes { link.waitingBytes == Self.greeting.count })
            called.send([1, 2, 3], while: caller)
            #expect(try await comes { caller.received == [1, 2, 3] })
            #expect(called.received == [])
            link.end(number)
            #expect(try await comes { called.received == Self.greeting })
            // A second one, which healing ends.
            fault.held = [.responses]
            _ = link.begin(fault)
            called.send([4], while: caller)
            #expect(try await comes { link.waitingBytes == 1 })
            link.heal()
            #expect(try await comes { caller.received == [1, 2, 3, 4] })
        }
    }

    @Test
    func `a delay is kept, and a rate, for each byte`() async throws {
        try await withLink { link, service in
            let clock = SystemRuntime.shared
            let caller = Side.connected(to: link.port)
            let called = try await service.accepted()
            var fault = LinkFault()
            fault.delay = SpanRange(least: .milliseconds(60), most: .milliseconds(60))
            let delay = link.begin(fault)
            var begun = clock.now
            caller.send(Self.greeting, while: called)
            #expect(try await comes { called.received == Self.greeting })
            #expect(begun.duration(to: clock.now) >= .milliseconds(60))
            link.end(delay)
            fault = LinkFault()
            fault.bytesPerSecond = 32 << 10
            _ = link.begin(fault)
            begun = clock.now
            called.send([UInt8](repeating: 7, count: 4 << 10), while: caller)
            #expect(try await comes { caller.received.count == 4 << 10 })
            #expect(begun.duration(to: clock.now) >= .milliseconds(125))
        }
    }

    @Test
    func `connections that are cut are reset, and later ones pass`() async throws {
        try await withLink { link, service in
            #expect(link.cut() == 0)
            let caller = Side.connected(to: link.port)
            let called = try await service.accepted()
            caller.send(Self.greeting, while: called)
            #expect(try await comes { called.received == Self.greeting })
            #expect(link.cut() == 1)
            #expect(try await comes { called.hasEnded && caller.hasEnded })
            #expect(caller.error == ECONNRESET)
            let next = Side.connected(to: link.port)
            let nextCalled = try await service.accepted()
            next.send(Self.greeting, while: nextCalled)
            #expect(try await comes { nextCalled.received == Self.greeting })
        }
    }

    @Test
    func `a service that is down ends the connection at once, and its successor is reached`() async throws {
        try await withLink { link, service in
            unlink(service.path)
            let caller = Side.connected(to: link.port)
            let hasEnded = try await comes { caller.hasEnded }
            #expect(hasEnded && caller.received == [])
        }
    }

    @Test
    func `of several faults at once each applies`() {
        var (slow, slower, one, other) = (LinkFault(), LinkFault(), LinkFault(), LinkFault())
        (slow.bytesPerSecond, slower.bytesPerSecond) = (100, 10)
        slow.delay = SpanRange(least: .zero, most: .seconds(1))
        slower.delay = SpanRange(least: .zero, most: .seconds(2))
        (one.held, other.held) = ([.requests], [.responses])
        let all = LinkFault(of: [slow, one, slower, other])
        #expect(all.bytesPerSecond == 10 && all.delay == slower.delay && all.held == [.requests, .responses])
        #expect(LinkFault(of: []) == LinkFault())
    }
}
