internal import Logging
public import RPC
public import ServiceKit
internal import Synchronization

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
        let written = Line()
        let handler = LineLogHandler(
            label: "hearth", level: ProcessLogLevel(.info, runtime: runtime), format: .json, runtime: runtime,
            write: { written.set($0) })
        Logger(label: "hearth") { _ in handler }
            .log(level: Self.level(of: event.kind), "\(event)", metadata: ["about": "\(event.service)"])
        return String(written.text.dropLast())
    }

    private final class Line: Sendable {
        private let line = Mutex("")

        var text: String { line.withLock { $0 } }
        func set(_ text: String) { line.withLock { $0 = text } }
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
