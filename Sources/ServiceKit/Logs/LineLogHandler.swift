public import Logging
public import RPC

/// Writes log lines to standard error, each atomically, so that lines of several threads do not interleave. Logging
/// does not wait for the reader: see ``LogQueue``.
public struct LineLogHandler: LogHandler {
    /// The log level: this logger's own if set, or else the process's.
    public var logLevel: Logger.Level {
        get { ownLevel ?? processLevel.current }
        set { ownLevel = newValue }
    }
    private var ownLevel: Logger.Level?
    private let processLevel: ProcessLogLevel
    /// Metadata of every line.
    public var metadata: Logger.Metadata = [:]
    /// The provider of further metadata for every line.
    public var metadataProvider: Logger.MetadataProvider?
    private let label: String
    private let format: LogFormat
    private let runtime: any Runtime
    private let write: @Sendable (String) -> Void

    /// Creates a handler.
    ///
    /// - Parameter write: writes a whole line with its line end; standard error by default.
    public init(
        label: String, level: ProcessLogLevel, format: LogFormat, runtime: any Runtime,
        metadataProvider: Logger.MetadataProvider? = nil,
        write: @escaping @Sendable (String) -> Void = Self.standardError
    ) {
        self.label = label
        processLevel = level
        self.format = format
        self.runtime = runtime
        self.metadataProvider = metadataProvider
        self.write = write
    }

    /// One metadata value.
    public subscript(metadataKey name: String) -> Logger.Metadata.Value? {
        get { metadata[name] }
        set { metadata[name] = newValue }
    }

    /// Writes one line.
    public func log(event: LogEvent) {
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { _, new in new } }
        if let own = event.metadata { all.merge(own) { _, new in new } }
        if let error = event.error { all["error"] = "\(error)" }
        let line = LogLine(
            time: runtime.wallTime, level: event.level, label: label,
            message: LogRedaction.redacted(event.message.description),
            metadata: all.map { (name: $0.key, value: LogRedaction.redacted($0.value.description, named: $0.key)) }
                .sorted { $0.name < $1.name })
        write(format == .json ? line.json : line.text)
    }

    /// Hands a line to the thread that writes to standard error, without waiting for it.
    public static let standardError: @Sendable (String) -> Void = { StandardErrorLog.put($0) }
}
