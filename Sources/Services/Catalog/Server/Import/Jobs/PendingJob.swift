internal import RPC

/// A job in the queue, with what was fetched for it.
struct PendingJob: Sendable {
    let context: JobContext
    /// The fetched source; nil for a job that fetches nothing, or has not yet.
    var fetched: FetchedSource?
    /// When the fetch started; nil for a job that fetches nothing.
    var begun: MonotonicInstant?

    /// A job of which nothing is fetched.
    init(_ context: JobContext) { self.context = context }

    var record: JobRecord { context.record }
}
