import Foundation

/// The protocol between the driver and the compared programs: lines on standard input and output. See README.md.
public enum EchoControl {
    /// The default size in bytes of a request and of its answer, and of an item of a stream.
    public static let payloadBytes = 128
    /// The largest size that the driver may set.
    public static let largestPayloadBytes = 65_536

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

    /// Reports to the driver that the server listens, its endpoint, and since when.
    public static func serverIsReady(at endpoint: String, since began: UInt64? = nil) {
        write("ready \(endpoint)" + (began.map { " \($0)" } ?? ""))
    }

    /// Answers the driver on a thread of its own, so that no thread of the server's pool waits for input; the end of
    /// the input ends the process.
    ///
    /// - Parameter drops: returns the frames dropped by the sockets; nil without such counts.
    public static func serveDriver(drops: (@Sendable () async -> EchoDrops?)? = nil) {
        Thread.detachNewThread {
            while let line = readLine() {
                if line == "usage" { write(json(EchoUsage.current)) }
                // The driver sends one command at a time: the answer may come from another thread.
                if line == "drops" { Task { write(json(await drops?())) } }
            }
            exit(0)
        }
    }

    /// Executes the driver's commands, until its input ends.
    ///
    /// - Parameters:
    ///   - prepare: prepares payloads of a size, and returns a closure that makes one call and returns the size of its
    ///     answer.
    ///   - stream: reads a stream of a number of items of ``payloadBytes`` and returns their total size.
    ///   - stats: fetches the server's counts; nil without counts.
    /// - Throws: errors of calls, or `EchoFailure`.
    public static func runClient(
        prepare: @Sendable (_ payloadBytes: Int) -> Call,
        stream: @escaping @Sendable (_ items: Int) async throws -> Int,
        stats: (@Sendable () async throws -> EchoStats)? = nil
    ) async throws {
        let first = prepare(payloadBytes)
        try await measure(1, over: 1) { _ in try await repeated(1, of: payloadBytes, first) }
        write("ready")
        for await line in lines() {
            if line == "stats" {
                write(json(try await stats?()))
                continue
            }
            guard let command = EchoCommand(line) else { throw EchoFailure(reason: "not understood: \(line)") }
            let (count, bytes) = (command.count, command.payloadBytes)
            let call = prepare(bytes)
            let report =
                switch command.kind {
                case .run(let width):
                    try await measure(count, over: width) { try await repeated($0.count, of: bytes, call) }
                case .pace(let rate):
                    try await measure(count, over: pacedTasks) { try await paced($0, rate: rate, of: bytes, call) }
                case .stream(let width):
                    try await measure(count, over: width) { try await read($0.count, stream: stream) }
                }
            write(json(report))
        }
    }

    /// Makes one call and returns the size of its answer.
    public typealias Call = @Sendable () async throws -> Int

    /// The number of tasks that share the calls of a paced run: the most in flight.
    private static let pacedTasks = 64

    /// The share of one of several tasks: the calls `first`, `first + step` and so on, `count` of them.
    private struct Share {
        var first: Int
        var step: Int
        var count: Int
        var start: UInt64
    }

    /// Divides calls or items among concurrent tasks.
    ///
    /// - Parameter work: executes a task's share and returns the latencies of its calls.
    @discardableResult
    private static func measure(
        _ count: Int, over width: Int, work: @escaping @Sendable (Share) async throws -> [UInt64]
    ) async throws -> EchoReport {
        let (cpu, start) = (ProcessClock.cpuNanoseconds, ProcessClock.nowNanoseconds)
        let latencies = try await withThrowingTaskGroup(of: [UInt64].self) { group in
            for index in 0..<width {
                let share = Share(
                    first: index, step: width, count: count / width + (index < count % width ? 1 : 0), start: start)
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
    private static func repeated(_ count: Int, of bytes: Int, _ call: Call) async throws -> [UInt64] {
        var latencies: [UInt64] = []
        latencies.reserveCapacity(count)
        for _ in 0..<count {
            let start = ProcessClock.nowNanoseconds
            try check(await call(), bytes)
            latencies.append(ProcessClock.nowNanoseconds - start)
        }
        return latencies
    }

    /// Makes calls at their due times, `rate` a second over all tasks. A call delayed by earlier ones is measured from
    /// its due time; the lateness of a task's own wake-up does not count.
    @concurrent
    private static func paced(_ share: Share, rate: Int, of bytes: Int, _ call: Call) async throws -> [UInt64] {
        var latencies: [UInt64] = []
        latencies.reserveCapacity(share.count)
        for number in 0..<share.count {
            var begin = share.start + UInt64(share.first + number * share.step) * 1_000_000_000 / UInt64(rate)
            let now = ProcessClock.nowNanoseconds
            if begin > now {
                // Real time, for every contender alike: no simulated runtime is used here.
                try await Task.sleep(nanoseconds: begin - now)
                begin = ProcessClock.nowNanoseconds
            }
            try check(await call(), bytes)
            latencies.append(ProcessClock.nowNanoseconds - begin)
        }
        return latencies
    }

    private static func check(_ size: Int, _ bytes: Int) throws {
        guard size == bytes else { throw EchoFailure(reason: "an answer of \(size) bytes") }
    }

    /// Measures fan-outs on command of the driver (`fan-out <times>`), until its input ends.
    public static func runFanOut(
        oneCall: () async throws -> Void, sequential: () async throws -> Void, together: () async throws -> Void
    ) async throws {
        write("ready")
        for await line in lines() {
            guard line.hasPrefix("fan-out "), let times = Int(line.dropFirst("fan-out ".count)), times > 0 else {
                throw EchoFailure(reason: "not understood: \(line)")
            }
            var samples: [[UInt64]] = [[], [], []]
            for _ in 0..<times {
                samples[0].append(try await nanoseconds(oneCall))
                samples[1].append(try await nanoseconds(sequential))
                samples[2].append(try await nanoseconds(together))
            }
            let medians = samples.map { $0.sorted()[$0.count / 2] }
            write(json(FanOutReport(oneCall: medians[0], sequential: medians[1], together: medians[2])))
        }
    }

    private static func nanoseconds(_ body: () async throws -> Void) async throws -> UInt64 {
        let start = ProcessClock.nowNanoseconds
        try await body()
        return ProcessClock.nowNanoseconds - start
    }

    /// Makes calls on command of the driver (`calls <count>`), until its input ends.
    public static func runBystander(_ calls: (_ count: Int) async throws -> BystanderReport) async throws {
        write("ready")
        for await line in lines() {
            guard line.hasPrefix("calls "), let count = Int(line.dropFirst("calls ".count)), count > 0 else {
                throw EchoFailure(reason: "not understood: \(line)")
            }
            write(json(try await calls(count)))
        }
    }

    /// Executes commands of a program's own protocol, until the input ends.
    ///
    /// - Parameter respond: returns the line that answers a line.
    public static func converse(_ respond: (_ line: String) async throws -> String) async throws {
        write("ready")
        for await line in lines() { write(try await respond(line)) }
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

/// Why a run is invalid.
public struct EchoFailure: Error, CustomStringConvertible {
    public let reason: String
    public var description: String { reason }

    public init(reason: String) {
        self.reason = reason
    }
}
