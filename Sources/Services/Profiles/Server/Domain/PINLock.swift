internal import RPC

/// The lock after wrong PINs.
///
/// The wall clock is not used: anyone at the machine can set it. The rest of the wait is stored with a reading of the
/// monotonic clock, from which it counts down; see ``PINClock``.
struct PINLock: Sendable, Hashable {
    /// The rest of the wait at the reading, in milliseconds; 0 for none.
    var milliseconds: Int64
    /// The reading: milliseconds since the clock's zero, the host's start.
    var countedFrom: Int64
    /// The clock that was read, see ``PINClock/name``.
    var clock: String

    /// No wait.
    static let none = PINLock(milliseconds: 0, countedFrom: 0, clock: "")

    /// Wrong tries before the first wait.
    static let freeTries = 5
    /// Wrong tries in a row after which the owner must set a new PIN.
    static let lastTry = 100
    private static let firstWaitMilliseconds: Int64 = 30_000
    /// No wait is longer.
    static let longestWaitMilliseconds: Int64 = 24 * 60 * 60 * 1_000

    /// The lock's duration after so many consecutive wrong PINs, in milliseconds.
    static func wait(after tries: Int) -> Int64 {
        guard tries >= freeTries else { return 0 }
        let doublings = min(tries - freeTries, 20)
        return min(firstWaitMilliseconds << doublings, longestWaitMilliseconds)
    }
}

/// The clock by which locks count down: monotonic, of one boot of the host.
struct PINClock: Sendable {
    private let runtime: any Runtime
    /// The reading when the service started.
    private let start: Int64
    /// The clock's boot and time namespace; empty when the boot is unknown.
    let name: String

    /// Reads the clock, at the start of the service.
    init(runtime: any Runtime) {
        self.runtime = runtime
        let domain = runtime.clockDomain
        name = domain.bootID.isEmpty ? "" : "\(domain.bootID) \(domain.timeNamespace)"
        start = Self.reading(of: runtime)
    }

    /// A lock that starts now.
    func lock(milliseconds: Int64) -> PINLock {
        PINLock(milliseconds: milliseconds, countedFrom: Self.reading(of: runtime), clock: name)
    }

    /// The rest of a lock, in milliseconds; 0 when it has ended.
    ///
    /// While the host is up its clock counts, also over restarts of the service. A lock of an earlier boot, or of an
    /// unknown clock, counts from the service's start: time in which the host was off is never counted, as only the
    /// wall clock could measure it.
    func remaining(of lock: PINLock) -> Int64 {
        let now = Self.reading(of: runtime)
        let isOurs = !name.isEmpty && lock.clock == name
        let counts = lock.countedFrom <= now && (isOurs || lock.countedFrom >= start)
        let elapsed = max(0, now - (counts ? lock.countedFrom : start))
        return min(max(0, lock.milliseconds - elapsed), PINLock.longestWaitMilliseconds)
    }

    private static func reading(of runtime: any Runtime) -> Int64 {
        Int64(clamping: runtime.now.nanoseconds / 1_000_000)
    }
}
