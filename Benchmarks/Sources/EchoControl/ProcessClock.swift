import Glibc

/// The clocks that measure every contender.
public enum ProcessClock {
    /// CLOCK_MONOTONIC.
    public static var nowNanoseconds: UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    }

    /// The CPU time of all threads of this process.
    public static var cpuNanoseconds: UInt64 {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        return (UInt64(seconds) * 1_000_000 + UInt64(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)) * 1000
    }

    /// Keeps a processor busy for a CPU time.
    public static func work(nanoseconds: UInt64) {
        let end = threadNanoseconds + nanoseconds
        while threadNanoseconds < end {}
    }

    private static var threadNanoseconds: UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
        return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    }
}
