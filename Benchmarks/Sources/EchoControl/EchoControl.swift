import Foundation

/// How the driver talks to the programs that it compares: lines on standard input and output. See README.md.
public enum EchoControl {
    /// The bytes of a request and of its answer, and of an item of a stream.
    public static let payloadBytes = 128

    /// Runs a program's body to its end, and the process with it.
    ///
    /// Programs do not have an asynchronous `main`: that parks the main thread in `sigsuspend`, which valgrind 3.19 does not
    /// survive.
    public static func run(_ body: @escaping @Sendable () async throws -> Void) -> Never {
        Task {
            do {
                try await body()
                exit(0)
            } catch {
                FileHandle.standardError.write(Data("\(error)\n".utf8))
                exit(1)
            }
        }
        while true { pause() }
    }

    /// Tells the driver that the server listens, and where.
    public static func serverIsReady(at endpoint: String) {
        write("ready \(endpoint)")
    }

    /// Answers the driver on a thread of its own, so that no thread of the server's pool waits for input; the end of the input
    /// ends the process.
    public static func answerDriver() {
        Thread.detachNewThread {
            while let line = readLine() {
                if line == "usage" { write(json(EchoUsage.current)) }
            }
            exit(0)
        }
    }

    /// Runs what the driver asks for, until its input ends.
    ///
    /// - Parameters:
    ///   - call: makes one call and returns the size of its answer.
    ///   - stream: reads a stream of so many items and returns the size of all of them.
    /// - Throws: what a call throws, or `EchoFailure`.
    public static func runClient(
        call: @escaping @Sendable () async throws -> Int,
        stream: @escaping @Sendable (_ items: Int) async throws -> Int
    ) async throws {
        try await measure(1, over: 1) { try await repeated($0, call: call) }
        write("ready")
        for await line in lines() {
            let words = line.split(separator: " ")
            guard words.count == 3, let count = Int(words[1]), let width = Int(words[2]), width > 0 else {
                throw EchoFailure(reason: "not understood: \(line)")
            }
            switch words[0] {
            case "run": write(json(try await measure(count, over: width) { try await repeated($0, call: call) }))
            case "stream": write(json(try await measure(count, over: width) { try await read($0, stream: stream) }))
            default: throw EchoFailure(reason: "not understood: \(line)")
            }
        }
    }

    /// Divides calls or items among so many tasks at a time.
    ///
    /// - Parameter work: does a task's share and returns the latencies of its calls.
    @discardableResult
    private static func measure(
        _ count: Int, over width: Int, work: @escaping @Sendable (_ share: Int) async throws -> [UInt64]
    ) async throws -> EchoReport {
        let (cpu, start) = (ProcessClock.cpuNanoseconds, ProcessClock.nowNanoseconds)
        let latencies = try await withThrowingTaskGroup(of: [UInt64].self) { group in
            for index in 0..<width {
                let share = count / width + (index < count % width ? 1 : 0)
                group.addTask { try await work(share) }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let (end, cpuEnd) = (ProcessClock.nowNanoseconds, ProcessClock.cpuNanoseconds)
        return EchoReport(count: count, nanoseconds: end - start, cpuNanoseconds: cpuEnd - cpu, latencies: latencies)
    }

    /// Reads one stream; an item has no latency of its own.
    @concurrent
    private static func read(
        _ items: Int, stream: @Sendable (_ items: Int) async throws -> Int
    ) async throws -> [UInt64] {
        let size = try await stream(items)
        guard size == items * payloadBytes else { throw EchoFailure(reason: "\(items) items of \(size) bytes") }
        return []
    }

    /// Makes one call after the other.
    @concurrent
    private static func repeated(_ count: Int, call: @Sendable () async throws -> Int) async throws -> [UInt64] {
        var latencies: [UInt64] = []
        latencies.reserveCapacity(count)
        for _ in 0..<count {
            let start = ProcessClock.nowNanoseconds
            let size = try await call()
            guard size == payloadBytes else { throw EchoFailure(reason: "an answer of \(size) bytes") }
            latencies.append(ProcessClock.nowNanoseconds - start)
        }
        return latencies
    }

    private static func lines() -> AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
    }

    private static func json(_ value: some Encodable) -> String {
        guard let data = try? JSONEncoder().encode(value) else { return "{}" }
        return String(decoding: data, as: UTF8.self)
    }

    private static func write(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}

/// Why a run is worth nothing.
public struct EchoFailure: Error, CustomStringConvertible {
    public let reason: String
    public var description: String { reason }

    public init(reason: String) {
        self.reason = reason
    }
}
