/// A moment between two steps of which a crash must not leave one alone. A process can be told to die there, see
/// ``FailPoints``.
package enum FailPoint: String, Sendable, CaseIterable {
    /// A change and the event that tells of it are written, in a transaction that is not committed.
    case eventWritten = "event-written"
    /// That transaction is durable, and its caller is not answered.
    case eventCommitted = "event-committed"
    /// An event is about to be sent to a follower.
    case eventSending = "event-sending"
    /// It was handed to the follower's connection.
    case eventSent = "event-sent"
    /// Another service's event has come, and nothing is done about it.
    case eventReceived = "event-received"
    /// What it changes here is written, in a transaction that is not committed; the cursor is where it was.
    case eventApplied = "event-applied"
    /// The cursor is moved in the same transaction.
    case cursorMoved = "cursor-moved"
    /// That transaction is durable.
    case eventTaken = "event-taken"
    /// The log is about to be written back: the main file still has what was deleted.
    case logWritingBack = "log-writing-back"
    /// The log is written back, and its file not yet gone.
    case logWrittenBack = "log-written-back"
}
