internal import Glibc
internal import Synchronization

/// The real runtime: the cooperative pool, the kernel's clocks and its random numbers.
public final class SystemRuntime: Runtime {
    /// The process's one real runtime.
    public static let shared = SystemRuntime()

    /// Random numbers of the kernel, fetched in batches: one system call for each number costs more than a message.
    private let numbers = Mutex<[UInt64]>([])
    private static let numbersFetched = 64
    private let starters = TaskDispatcher()

    public let clockDomain: ClockDomain

    private init() {
        clockDomain = ClockDomain(
            bootID: Self.firstLine(of: "/proc/sys/kernel/random/boot_id"),
            timeNamespace: Self.linkTarget(of: "/proc/self/ns/time"))
    }

    public var now: MonotonicInstant {
        let time = Self.read(CLOCK_MONOTONIC)
        return MonotonicInstant(nanoseconds: UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec))
    }

    public var wallTime: WallTime {
        let time = Self.read(CLOCK_REALTIME)
        return WallTime(nanosecondsSince1970: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    public func random() -> UInt64 {
        numbers.withLock { numbers in
            if let number = numbers.popLast() { return number }
            var fresh = [UInt64](repeating: 0, count: Self.numbersFetched)
            fresh.withUnsafeMutableBytes { bytes in
                if let start = bytes.baseAddress { arc4random_buf(start, bytes.count) }
            }
            numbers = fresh
            return numbers.removeLast()
        }
    }

    @discardableResult
    public func spawn(_ body: @escaping @Sendable @concurrent () async -> Void) -> Task<Void, Never> {
        Task.detached(operation: body)
    }

    public func spawn(each jobs: [any RuntimeJob]) { starters.start(jobs) }

    public func spawn(ahead job: any RuntimeJob) { starters.start(ahead: job) }

    public func sleep(until instant: MonotonicInstant) async throws {
        // SuspendingClock is CLOCK_MONOTONIC on Linux; ContinuousClock would be CLOCK_BOOTTIME.
        try await Task.sleep(for: now.duration(to: instant), clock: SuspendingClock())
    }

    public func schedule(at instant: MonotonicInstant, _ body: @escaping @Sendable () -> Void) {
        spawn { [self] in
            do { try await sleep(until: instant) } catch { return }
            body()
        }
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        clock_gettime(clock, &time)
        return time
    }

    private static func firstLine(of path: String) -> String {
        guard let file = fopen(path, "re") else { return "" }
        defer { fclose(file) }
        var buffer = [UInt8](repeating: 0, count: 128)
        let count = fread(&buffer, 1, buffer.count, file)
        return String(decoding: buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    private static func linkTarget(of path: String) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        let count = readlink(path, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
