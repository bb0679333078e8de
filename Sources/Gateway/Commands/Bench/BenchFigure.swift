internal import RPC
internal import ServiceKit
internal import Synchronization

/// The times of one kind of work.
struct BenchFigure: Encodable, Sendable {
    let name: String
    /// How often it was done.
    let count: Int
    let p50Microseconds: UInt64
    let p99Microseconds: UInt64
    /// Omitted for what is done once.
    let perSecond: Double?

    /// Work that was done once.
    ///
    /// - Parameter items: how many things it was of, for their rate.
    init(_ name: String, took duration: Duration, items: Int? = nil) {
        let took = Self.microseconds(duration)
        (self.name, count, p50Microseconds, p99Microseconds) = (name, items ?? 1, took, took)
        perSecond = items.map { Double($0) / max(Double(took), 1) * 1_000_000 }
    }

    /// Work that was done several times, whose rate says nothing.
    init(_ name: String, took durations: [Duration]) {
        self.init(name, durations.map(Self.microseconds), perSecond: nil)
    }

    private init(_ name: String, _ times: [UInt64], perSecond: Double?) {
        let sorted = times.sorted()
        func quantile(_ share: Double) -> UInt64 {
            sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
        }
        (self.name, count, self.perSecond) = (name, times.count, perSecond)
        (p50Microseconds, p99Microseconds) = (quantile(0.5), quantile(0.99))
    }

    private static func microseconds(_ duration: Duration) -> UInt64 {
        UInt64(max(0, duration.wholeNanoseconds) / 1_000)
    }

    /// How often work is done before it counts.
    private static let warmUp = 20

    /// Does work again and again for a while.
    ///
    /// - Parameters:
    ///   - callers: how many do it at a time, each without a pause.
    ///   - body: the work, given another number each time.
    /// - Throws: what `body` throws.
    static func measure(
        _ name: String, callers: Int = 1, for span: Duration, on runtime: any Runtime,
        _ body: @escaping @Sendable (_ number: Int) async throws -> Void
    ) async throws -> BenchFigure {
        for number in 0..<warmUp { try await body(number) }
        let numbers = Numbers(from: warmUp)
        let begun = runtime.now
        let end = begun.advanced(by: span)
        let times = try await withThrowingTaskGroup(of: [UInt64].self) { group in
            for _ in 0..<callers {
                group.addTask {
                    var times: [UInt64] = []
                    while runtime.now < end {
                        let number = numbers.next()
                        let start = runtime.now
                        try await body(number)
                        times.append(microseconds(start.duration(to: runtime.now)))
                    }
                    return times
                }
            }
            return try await group.reduce(into: [UInt64]()) { $0 += $1 }
        }
        let took = Double(microseconds(begun.duration(to: runtime.now)))
        return BenchFigure(name, times, perSecond: Double(times.count) / max(took, 1) * 1_000_000)
    }
}

/// Another number for each piece of work.
private final class Numbers: Sendable {
    private let last: Mutex<Int>

    init(from first: Int) { last = Mutex(first) }

    func next() -> Int {
        last.withLock { last in
            defer { last += 1 }
            return last
        }
    }
}

/// The figures of a machine.
struct BenchReport: Encodable, Sendable {
    let version: String
    let processors: Int
    let titles: Int
    let services: Int
    /// The services' own memory with the library and after all calls, in bytes.
    let memoryBytes: Int64
    let figures: [BenchFigure]

    func show(_ output: Output) {
        output.line(
            "hearth \(version), \(AmountFormatter.count(processors, "processor")), \(AmountFormatter.number(titles)) titles"
        )
        var table = Table(
            .text("MEASURED", isFlexible: true), .number("COUNT"), .number("P50"), .number("P99"), .number("A SECOND"))
        for figure in figures {
            table.add(
                figure.name, AmountFormatter.number(figure.count), AmountFormatter.microseconds(figure.p50Microseconds),
                figure.count > 1 ? AmountFormatter.microseconds(figure.p99Microseconds) : "",
                figure.perSecond.map { AmountFormatter.number(Int($0)) } ?? "")
        }
        output.table(table)
        let memory = AmountFormatter.bytes(memoryBytes)
        output.line("The \(AmountFormatter.number(services)) services take \(memory) of memory of their own.")
    }
}
