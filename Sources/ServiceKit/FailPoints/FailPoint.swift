/// A moment between two steps that must be atomic under a crash. A process can be killed there, see ``FailPoints``.
package enum FailPoint: String, Sendable, CaseIterable {
    /// A change and its outbox event are written, in a transaction that is not committed.
    case eventWritten = "event-written"
    /// That transaction is durable, and the caller has no response yet.
    case eventCommitted = "event-committed"
    /// An event is about to be sent to a follower.
    case eventSending = "event-sending"
    /// The event was handed to the follower's connection.
    case eventSent = "event-sent"
    /// An event of another service was received, and not applied yet.
    case eventReceived = "event-received"
    /// The event's changes are written, in a transaction that is not committed; the cursor has not moved.
    case eventApplied = "event-applied"
    /// The cursor is moved in the same transaction.
    case cursorMoved = "cursor-moved"
    /// That transaction is durable.
    case eventTaken = "event-taken"
    /// A checkpoint of the write-ahead log is about to run: the main file still contains deleted data.
    case logWritingBack = "log-writing-back"
    /// The checkpoint is done, and the log file still exists.
    case logWrittenBack = "log-written-back"
}
