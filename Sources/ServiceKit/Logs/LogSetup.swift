public import Logging
public import RPC

/// Sets up the process's logging. Call it once, before anything logs.
public enum LogSetup {
    /// Makes every logger of the process write lines to standard error.
    public static func bootstrap(service: String, level: ProcessLogLevel, format: LogFormat, runtime: any Runtime) {
        StandardErrorLog.configure(label: service, format: format, runtime: runtime)
        LoggingSystem.bootstrap(
            { label, provider in
                LineLogHandler(
                    label: label == service ? service : "\(service)/\(label)", level: level, format: format,
                    runtime: runtime, metadataProvider: provider)
            }, metadataProvider: callMetadata)
    }

    /// Adds the current call to a line's metadata, wherever in the handler it is logged.
    public static let callMetadata = Logger.MetadataProvider {
        guard let call = ServerCall.current else { return [:] }
        return ["method": "\(call.method.name)", "peer": "\(call.peer)", "trace": "\(call.trace.traceIDText)"]
    }
}
