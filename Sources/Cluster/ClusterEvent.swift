internal import RPC

/// Something that happened to a service of the cluster.
public struct ClusterEvent: Sendable, Hashable {
    /// What happened.
    public enum Kind: Sendable, Hashable {
        /// Its process runs.
        case started(process: Int32)
        /// It serves, so long after its process was started.
        case serving(after: Duration)
        /// It ended though nobody wanted it to; it is started again after this time.
        case died(ProcessTermination, restartAfter: Duration)
        /// It could not start because another process, named where it is known, has its place; it is tried again after
        /// this time.
        case held(by: String?, restartAfter: Duration)
        /// It did not answer for this time and is killed.
        case hung(after: Duration)
        /// It was left by a supervisor that had died, and is ended before the services start.
        case orphaned(process: Int32)
        /// It was left likewise and could not be ended.
        case stays(process: Int32)
        /// It ended after it was asked to, and is started again.
        case drained
        /// It is not started any more: for people, why; and what it said last.
        case gaveUp(reason: String, lastLine: String?)
        /// It ended as it should.
        case stopped(ProcessTermination)
        /// It did not end in time and is killed.
        case killed(after: Duration)
    }

    /// The service.
    public let service: String
    /// What happened.
    public let kind: Kind
}

extension ClusterEvent: CustomStringConvertible {
    public var description: String {
        switch kind {
        case .started(let process): "\(service) started (process \(process))"
        case .serving(let time): "\(service) serves, after \(time.wholeMilliseconds) ms"
        case .died(let end, let wait): "\(service) died (\(end)); starting it again in \(wait.wholeMilliseconds) ms"
        case .held(let holder, let wait):
            "\(service) cannot start: \(holder ?? "another process") has its place; trying again in"
                + " \(wait.wholeMilliseconds) ms"
        case .hung(let time): "\(service) did not answer for \(time.components.seconds) s and is killed"
        case .orphaned(let process):
            "\(service) (process \(process)) was left by a supervisor that has died; ending it"
        case .stays(let process):
            "\(service) (process \(process)) was left by a supervisor that has died, and does not end"
        case .drained: "\(service) was asked to stop; starting it again"
        case .gaveUp(let reason, let line?): "\(service) IS GIVEN UP: \(reason). It said last: \(line)"
        case .gaveUp(let reason, nil): "\(service) IS GIVEN UP: \(reason)"
        case .stopped(let end): "\(service) stopped (\(end))"
        case .killed(let time): "\(service) did not stop within \(time.wholeMilliseconds) ms and is killed"
        }
    }
}
