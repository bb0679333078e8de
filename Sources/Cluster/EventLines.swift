internal import Logging
public import RPC
public import ServiceKit

/// Formats the events of services as log lines, in the format of the services' own lines.
public struct EventLines: Sendable {
    private let format: LogFormat
    private let runtime: any Runtime

    /// Creates lines of a format.
    public init(format: LogFormat, runtime: any Runtime) {
        self.format = format
        self.runtime = runtime
    }

    /// The line of an event, without its line end.
    public func line(for event: ClusterEvent) -> String {
        guard format == .json else { return "hearth: \(event)" }
        return LogLineFormatter(format: .json, runtime: runtime)
            .line(Self.level(of: event.kind), "hearth", "\(event)", about: event.service)
    }

    /// The line of an event as a service's log file has it: with time and level in each format.
    func logged(_ event: ClusterEvent) -> String {
        LogLineFormatter(format: format, runtime: runtime)
            .line(
                Self.level(of: event.kind), "hearth", "\(event)", about: format == .json ? event.service : nil)
    }

    private static func level(of kind: ClusterEvent.Kind) -> Logger.Level {
        switch kind {
        case .gaveUp: .critical
        case .died, .killed, .hung, .stays: .error
        case .held, .orphaned: .warning
        case .started, .serving, .drained, .stopped: .info
        }
    }
}
