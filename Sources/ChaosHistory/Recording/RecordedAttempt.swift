/// One attempt of a call: a client may make several of them until its deadline.
public struct RecordedAttempt: Codable, Hashable, Sendable {
    /// When it was sent, in nanoseconds of the recorder's clock.
    public var begin: Int64
    /// When it ended, in nanoseconds of the recorder's clock.
    public var end: Int64
    /// How it failed; nil for a success.
    public var failure: String?

    /// Creates an attempt.
    public init(begin: Int64, end: Int64, failure: String? = nil) {
        (self.begin, self.end, self.failure) = (begin, end, failure)
    }
}

/// What is recorded of a call only for people, beside what checkers use.
public struct CallDetails: Codable, Hashable, Sendable {
    /// The request, as JSON.
    public var request: String?
    /// The typed details of the error, each with its type.
    public var errorDetails: [String]
    /// The attempts, in order.
    public var attempts: [RecordedAttempt]

    /// Creates details.
    public init(request: String? = nil, errorDetails: [String] = [], attempts: [RecordedAttempt] = []) {
        (self.request, self.errorDetails, self.attempts) = (request, errorDetails, attempts)
    }
}
