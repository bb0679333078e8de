internal import Logging
internal import RPC
internal import ServiceKit
internal import Synchronization

/// Formats lines of the supervisor as services format their own, with time and level.
struct LogLineFormatter: Sendable {
    let format: LogFormat
    let runtime: any Runtime

    /// A whole line, without its line end.
    ///
    /// - Parameter label: the service, or `hearth`.
    func line(_ level: Logger.Level, _ label: String, _ message: String, about service: String? = nil) -> String {
        let written = Line()
        let handler = LineLogHandler(
            label: label, level: ProcessLogLevel(.trace, runtime: runtime), format: format, runtime: runtime,
            write: { written.set($0) })
        let metadata: Logger.Metadata = service.map { ["about": "\($0)"] } ?? [:]
        Logger(label: label) { _ in handler }.log(level: level, "\(message)", metadata: metadata)
        return String(written.text.dropLast())
    }

    private final class Line: Sendable {
        private let line = Mutex("")

        var text: String { line.withLock { $0 } }
        func set(_ text: String) { line.withLock { $0 = text } }
    }
}
