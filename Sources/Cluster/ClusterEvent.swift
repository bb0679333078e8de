internal import RPC

/// An event of a service of the cluster.
public struct ClusterEvent: Sendable, Hashable {
    /// The kinds of events.
    public enum Kind: Sendable, Hashable {
        /// Its process runs.
        case started(process: Int32)
        /// It serves, this long after its process was started.
        case serving(after: Duration)
        /// It ended without being asked to; it is restarted after this time.
        case died(ProcessTermination, restartAfter: Duration)
        /// It could not start because another process, named if known, holds its socket or shard; it is retried after
        /// this time.
        case held(by: String?, restartAfter: Duration)
        /// It did not respond for this time and is killed.
        case hung(after: Duration)
        /// It is an orphan of a dead supervisor, and is terminated before the services start.
        case orphaned(process: Int32)
        /// It is such an orphan and could not be terminated.
        case stays(process: Int32)
        /// It ended after a drain, and is restarted.
        case drained
        /// The supervisor gave up restarting it: the reason, for people, and its last line.
        case gaveUp(reason: String, lastLine: String?)
        /// It ended as requested.
        case stopped(ProcessTermination)
        /// It did not end in time and is killed.
        case killed(after: Duration)
    }

    /// The service.
    public let service: String
    /// The kind of event.
    public let kind: Kind
}

extension ClusterEvent: CustomStringConvertible {
    public var description: String {
        switch kind {
        case .started(let process): "\(service) started (process \(process))"
        case .serving(let time): "\(service) serves, after \(time.wholeMilliseconds) ms"
        case .died(let end, let wait): "\(service) died (\(end)); starting it again in \(wait.wholeMilliseconds) ms"
        case .held(let holder, let wait):
            "\(service) cannot start: \(holder ?? "another process") holds its socket or shard; retrying in"
                + " \(wait.wholeMilliseconds) ms"
        case .hung(let time): "\(service) did not answer for \(time.components.seconds) s and is killed"
        case .orphaned(let process):
            "\(service) (process \(process)) is an orphan of a dead supervisor; terminating it"
        case .stays(let process):
            "\(service) (process \(process)) is an orphan of a dead supervisor, and does not end"
        case .drained: "\(service) was asked to stop; starting it again"
        case .gaveUp(let reason, let line?): "\(service) IS GIVEN UP: \(reason). It said last: \(line)"
        case .gaveUp(let reason, nil): "\(service) IS GIVEN UP: \(reason)"
        case .stopped(let end): "\(service) stopped (\(end))"
        case .killed(let time): "\(service) did not stop within \(time.wholeMilliseconds) ms and is killed"
        }
    }
}
