import EchoControl
import Foundation
import RPCZeroMQ

/// A peer that breaks all rules, limited to a share of one processor: `echo-hearth rude <kind> <endpoint> <per mille>`.
///
/// It repeats its kind's actions, pauses when its share is used up, and ends with its input.
enum RudePeer {
    /// Does one of many actions; keeps its resources between them.
    protocol Habit {
        mutating func step() throws
    }

    static func run(_ words: [String]) async throws {
        guard words.count == 3, let endpoint = ZeroMQEndpoint(words[1]), let share = UInt64(words[2]), share > 0 else {
            throw EchoFailure(reason: "usage: echo-hearth rude <kind> <endpoint> <per mille>")
        }
        var habit = try await habit(words[0], endpoint)
        try habit.step()
        EchoControl.serveDriver()
        EchoControl.serverIsReady(at: words[1])
        let (start, cpu) = (ProcessClock.nowNanoseconds, ProcessClock.cpuNanoseconds)
        while true {
            try habit.step()
            let (spent, passed) = (ProcessClock.cpuNanoseconds - cpu, ProcessClock.nowNanoseconds - start)
            let due = spent * 1_000 / share
            // At least a little, as others do the work that it causes.
            usleep(UInt32(clamping: max(due > passed ? (due - passed) / 1_000 : 0, shortestPauseMicroseconds)))
        }
    }

    private static let shortestPauseMicroseconds: UInt64 = 50

    private static func habit(_ kind: String, _ endpoint: ZeroMQEndpoint) async throws -> any Habit {
        func flood(_ frame: @escaping (_ recorded: RudeFrames, _ number: UInt64) -> [UInt8]) async throws -> Flood {
            let recorded = try await RudeFrames.record(at: endpoint)
            return try Flood(endpoint: endpoint, hello: recorded.hello) { frame(recorded, $0) }
        }
        return switch kind {
        case "garbage": Garbage(endpoint: endpoint)
        case "half-handshakes": HalfHandshakes(endpoint: endpoint)
        case "idle": Idle(endpoint: endpoint, isLoggedIn: true)
        case "idle-strangers": Idle(endpoint: endpoint, isLoggedIn: false)
        case "violations": Violations(endpoint: endpoint)
        case "routing-ids": RoutingIDs(endpoint: endpoint)
        case "pings": try await flood { _, _ in RudeFrames.pings }
        case "calls": try await flood { $0.calls(from: $1) }
        case "replays": try await flood { recorded, _ in recorded.replays }
        default: throw EchoFailure(reason: "no such peer: \(kind)")
        }
    }

    /// Two hundred connections that have sent noise, every other one after the beginning of a greeting; the oldest is
    /// replaced.
    ///
    /// After noise that could begin an old protocol's greeting a server waits for the rest, so there is no wait for an
    /// answer here.
    private struct Garbage: Habit {
        let endpoint: ZeroMQEndpoint
        private var open: [RawConnection] = []
        private var count = 0

        init(endpoint: ZeroMQEndpoint) { self.endpoint = endpoint }

        mutating func step() throws {
            let connection = try RawConnection(to: endpoint)
            let noise = (0..<4_096).map { _ in UInt8.random(in: .min ... .max) }
            connection.send(count.isMultiple(of: 2) ? noise : Array(RawConnection.greeting("").prefix(10)) + noise)
            if open.count < 200 { open.append(connection) } else { open[count % 200] = connection }
            count += 1
        }
    }

    /// Two hundred connections that have sent a part of a greeting, or only the greeting; the oldest is replaced.
    private struct HalfHandshakes: Habit {
        let endpoint: ZeroMQEndpoint
        private var open: [RawConnection] = []
        private var count = 0

        init(endpoint: ZeroMQEndpoint) { self.endpoint = endpoint }

        mutating func step() throws {
            let connection = try RawConnection(to: endpoint)
            let greeting = RawConnection.greeting(count.isMultiple(of: 2) ? "CURVE" : "NULL")
            connection.send(count.isMultiple(of: 3) ? Array(greeting.prefix(11)) : greeting)
            if open.count < 200 { open.append(connection) } else { open[count % 200] = connection }
            count += 1
        }
    }

    /// Two thousand connections that have sent one thing; disconnected ones reconnect.
    private struct Idle: Habit {
        let endpoint: ZeroMQEndpoint
        let isLoggedIn: Bool
        private var open: [RawConnection] = []
        private var next = 0

        private static let count = 2_000
        /// How many are checked in one step: two thousand at once would be a burst of its own.
        private static let slice = 20

        init(endpoint: ZeroMQEndpoint, isLoggedIn: Bool) { (self.endpoint, self.isLoggedIn) = (endpoint, isLoggedIn) }

        mutating func step() throws {
            while open.count < Self.count { open.append(try connect()) }
            // Idle on purpose: only disconnected ones have to be noticed now and then.
            for _ in 0..<Self.slice {
                if !open[next].drain() { open[next] = try connect() }
                next = (next + 1) % Self.count
            }
            usleep(1_000)
        }

        private func connect() throws -> RawConnection {
            let connection = try RawConnection(to: endpoint)
            if isLoggedIn {
                connection.logIn()
                connection.send(RawConnection.frame(RudeFrames.ping))
            } else {
                connection.send(RawConnection.greeting("CURVE"))
            }
            return connection
        }
    }

    /// Sends frame after frame, and reads the answers.
    private struct Flood: Habit {
        let endpoint: ZeroMQEndpoint
        let hello: [UInt8]
        let frame: (_ number: UInt64) -> [UInt8]
        private var connection: RawConnection
        private var sent: UInt64 = 0

        init(endpoint: ZeroMQEndpoint, hello: [UInt8], frame: @escaping (_ number: UInt64) -> [UInt8]) throws {
            (self.endpoint, self.hello, self.frame) = (endpoint, hello, frame)
            connection = try RawConnection(to: endpoint)
            connection.logIn()
            connection.send(RawConnection.frame(hello))
        }

        mutating func step() throws {
            if !connection.drain() || !connection.send(RawConnection.frame(frame(sent))) {
                self = try Flood(endpoint: endpoint, hello: hello, frame: frame)
            }
            sent += 1
        }
    }

    /// Logs in and breaks the protocol, eight times on each connection.
    private struct Violations: Habit {
        let endpoint: ZeroMQEndpoint

        func step() throws {
            let connection = try RawConnection(to: endpoint)
            connection.logIn()
            for _ in 0..<8 { connection.send(RawConnection.frame(RudeFrames.garbage)) }
            _ = connection.drain()
        }
    }

    /// Logs in under names such as libzmq gives to connections, and under one that is in use, and sends frames.
    private struct RoutingIDs: Habit {
        let endpoint: ZeroMQEndpoint
        private var kept: RawConnection?

        init(endpoint: ZeroMQEndpoint) { self.endpoint = endpoint }

        mutating func step() throws {
            let taken = Array("taken".utf8)
            let guessed = [0] + withUnsafeBytes(of: UInt32.random(in: .min ... .max), Array.init)
            for name in [guessed, taken] {
                let connection = try RawConnection(to: endpoint)
                connection.logIn(as: name)
                connection.send(RawConnection.frame(RudeFrames.ping))
                if name == taken, kept?.drain() != true { kept = connection }
            }
        }
    }
}
