import Foundation

/// How the driver talks to the programs that it compares: lines on standard input and output. See README.md.
public enum EchoControl {
    /// The bytes of a request and of its answer.
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
    /// - Parameter call: makes one call and returns the size of its answer.
    /// - Throws: what a call throws, or `EchoFailure`.
    public static func runClient(call: @escaping @Sendable () async throws -> Int) async throws {
        try await measure(calls: 1, inFlight: 1, call: call)
        write("ready")
        for await line in lines() {
            let words = line.split(separator: " ")
            guard words.count == 3, words[0] == "run", let calls = Int(words[1]), let inFlight = Int(words[2]),
                inFlight > 0
            else { throw EchoFailure(reason: "not understood: \(line)") }
            write(json(try await measure(calls: calls, inFlight: inFlight, call: call)))
        }
    }

    /// As many tasks as calls in flight, each with one call after the other.
    @discardableResult
    private static func measure(
        calls: Int, inFlight: Int, call: @escaping @Sendable () async throws -> Int
    ) async throws
        -> EchoReport
    {
        let (cpu, start) = (ProcessClock.cpuNanoseconds, ProcessClock.nowNanoseconds)
        let latencies = try await withThrowingTaskGroup(of: [UInt64].self) { group in
            for index in 0..<inFlight {
                let share = calls / inFlight + (index < calls % inFlight ? 1 : 0)
                group.addTask { try await repeated(share, call: call) }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let (end, cpuEnd) = (ProcessClock.nowNanoseconds, ProcessClock.cpuNanoseconds)
        return EchoReport(nanoseconds: end - start, cpuNanoseconds: cpuEnd - cpu, latencies: latencies)
    }

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
