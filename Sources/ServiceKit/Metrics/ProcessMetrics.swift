internal import CoreMetrics
internal import Foundation
internal import Glibc

/// The process's resource usage, under the names of Prometheus' client libraries
/// (https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics).
struct ProcessMetrics: Sendable {
    private let residentBytes: Gauge
    private let cpuSeconds: Gauge
    private let openDescriptors: Gauge

    init(_ factory: any MetricsFactory) {
        residentBytes = Gauge(label: "process_resident_memory_bytes", factory: factory)
        cpuSeconds = Gauge(label: "process_cpu_seconds_total", factory: factory)
        openDescriptors = Gauge(label: "process_open_fds", factory: factory)
    }

    /// Records the current values.
    func note() {
        var usage = rusage()
        if getrusage(RUSAGE_SELF.rawValue, &usage) == 0 {
            cpuSeconds.record(Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime))
        }
        // Pages; the second field of statm counts those in memory: proc_pid_statm(5).
        if let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int64($0) })
        {
            residentBytes.record(pages * Int64(sysconf(Int32(_SC_PAGESIZE))))
        }
        if let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            openDescriptors.record(names.count)
        }
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}
