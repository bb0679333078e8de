internal import InMemoryLogging
public import Logging

/// Keeps what is logged, so that a test can look at it.
///
///     let logs = LogCapture()
///     let service = Something(logger: logs.logger)
///     #expect(logs.messages.contains("shard opened"))
public struct LogCapture: Sendable {
    private let handler: InMemoryLogHandler

    /// The logger to hand over; it keeps every level.
    public let logger: Logger

    /// Makes a logger that keeps everything.
    public init(label: String = "test") {
        var handler = InMemoryLogHandler()
        handler.logLevel = .trace
        self.handler = handler
        let kept = handler
        var logger = Logger(label: label) { _ in kept }
        logger.logLevel = .trace
        self.logger = logger
    }

    /// One captured line, in plain types.
    public struct Entry: Sendable, Hashable {
        /// The level's name, such as `warning`.
        public let level: String
        /// The message.
        public let message: String
        /// The metadata, as text.
        public let metadata: [String: String]
    }

    /// Everything logged so far.
    public var entries: [Entry] {
        handler.entries.map { entry in
            Entry(
                level: entry.level.rawValue, message: entry.message.description,
                metadata: entry.metadata.mapValues(\.description))
        }
    }

    /// The messages logged so far, without their metadata.
    public var messages: [String] { entries.map(\.message) }

    /// Everything that was logged, metadata too, as one text: for looking whether something is in there at all.
    public var text: String {
        entries.map { "\($0.level) \($0.message) \($0.metadata)" }.joined(separator: "\n")
    }
}
