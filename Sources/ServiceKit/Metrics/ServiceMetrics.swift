public import CoreMetrics
internal import RPCDiagnostics
internal import Synchronization

/// What a service tells of its own work: counters that grow as it happens, and readings that are taken when the metrics
/// are asked for.
///
/// Labels come from the code: words of an enumeration, names of services, numbers. Never titles, names that a person has
/// chosen, or addresses.
public final class ServiceMetrics: Sendable {
    /// One reading.
    package struct Reading: Sendable {
        var name: String
        var labels: [String: String]
        var value: Double

        package init(_ name: String, _ labels: [String: String], _ value: Double) {
            (self.name, self.labels, self.value) = (name, labels, value)
        }
    }

    private let factory: any MetricsFactory
    private let jobs = Mutex<[JobKey: Counter]>([:])
    private let probes = Mutex<[@Sendable () async -> [Reading]]>([])

    private struct JobKey: Hashable {
        var kind: String
        var outcome: JobOutcome
    }

    /// Makes metrics whose counters are the factory's.
    public init(_ factory: any MetricsFactory) { self.factory = factory }

    /// Counts a job that has ended.
    ///
    /// - Parameter kind: what the job was, of a few words.
    package func noteJob(_ kind: String, _ outcome: JobOutcome) {
        let counter = jobs.withLock { jobs in
            let key = JobKey(kind: kind, outcome: outcome)
            if let counter = jobs[key] { return counter }
            let counter = Counter(
                label: "jobs_total", dimensions: [("kind", kind), ("outcome", outcome.rawValue)], factory: factory)
            jobs[key] = counter
            return counter
        }
        counter.increment()
    }

    /// Announces a kind of job, so that its outcomes are there before the first one: a rate over what begins with the
    /// first failure would miss it.
    package func announceJobs(_ kinds: [String]) {
        for kind in kinds {
            for outcome in JobOutcome.allCases {
                jobs.withLock { jobs in
                    jobs[JobKey(kind: kind, outcome: outcome)] = Counter(
                        label: "jobs_total", dimensions: [("kind", kind), ("outcome", outcome.rawValue)],
                        factory: factory)
                }
            }
        }
    }

    /// Adds readings, taken for each request of the metrics. They must take milliseconds, and may be left out.
    package func addReadings(_ probe: @escaping @Sendable () async -> [Reading]) {
        probes.withLock { $0.append(probe) }
    }

    /// Takes all readings.
    func readings() async -> [Sys.Metric] {
        var all: [Sys.Metric] = []
        for probe in probes.withLock(\.self) {
            all += await probe().map { Sys.Metric(name: $0.name, kind: "gauge", labels: $0.labels, value: $0.value) }
        }
        return all
    }
}

/// How a job has ended.
package enum JobOutcome: String, Sendable, CaseIterable {
    /// It did what it was to do.
    case done
    /// It failed; it may be repeated.
    case failed
    /// It was kept from doing harm, and waits for a person's consent.
    case held
    /// A caller has stopped it.
    case cancelled
}
