/// What an operation that succeeded came back with, as far as checkers look at it.
public struct Answer: Codable, Hashable, Sendable {
    /// The values seen or taken, in the order of the answer and with doubles: members, the register's value (none: no
    /// value), pieces of work.
    public var values: [String]
    /// The version of the object that was read or written, where the service tells: it grows with every change.
    public var version: Int64?
    /// How much of a quota is used, where the answer says so.
    public var usage: Usage?
    /// What is booked, where the answer says so.
    public var intervals: [Interval]?

    /// An answer with what is known of it; with nothing at all, a plain "done".
    public init(
        _ values: [String] = [], version: Int64? = nil, usage: Usage? = nil, intervals: [Interval]? = nil
    ) {
        self.values = values
        self.version = version
        self.usage = usage
        self.intervals = intervals
    }

    /// How much of a quota is in use, all in the quota's own unit (bytes, minutes).
    public struct Usage: Codable, Hashable, Sendable {
        /// What is taken for good.
        public var used: Int64
        /// What is set aside for work in progress.
        public var reserved: Int64
        /// What both together may reach.
        public var limit: Int64

        /// A usage, in the quota's own unit.
        public init(used: Int64, reserved: Int64 = 0, limit: Int64) {
            self.used = used
            self.reserved = reserved
            self.limit = limit
        }
    }

    /// A booking: a resource is taken from one time up to, and not including, another.
    public struct Interval: Codable, Hashable, Sendable {
        /// What is taken: a tuner, a screen, a child's evening.
        public var resource: String
        /// What it is taken for.
        public var label: String
        /// Its first instant, in any unit that is the same for all of a resource.
        public var start: Int64
        /// The first instant after it.
        public var end: Int64

        /// A booking of a resource from `start` up to `end`.
        public init(_ resource: String, _ label: String, from start: Int64, to end: Int64) {
            self.resource = resource
            self.label = label
            self.start = start
            self.end = end
        }
    }
}
