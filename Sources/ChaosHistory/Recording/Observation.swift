/// The answer of a successful operation, as far as checkers use it.
public struct Observation: Codable, Hashable, Sendable {
    /// The values read or taken, in the order of the answer and with duplicates: members, the register's value (empty:
    /// no value), pieces of work.
    public var values: [String]
    /// The version of the object that was read or written, where the service reports it: it increases with every
    /// change.
    public var version: Int64?
    /// The usage of a quota, where the answer contains it.
    public var usage: Usage?
    /// The bookings, where the answer contains them.
    public var intervals: [Interval]?

    /// Creates an answer; without any value it is a plain "done".
    public init(
        _ values: [String] = [], version: Int64? = nil, usage: Usage? = nil, intervals: [Interval]? = nil
    ) {
        self.values = values
        self.version = version
        self.usage = usage
        self.intervals = intervals
    }

    /// The usage of a quota, all in the quota's own unit (bytes, minutes).
    public struct Usage: Codable, Hashable, Sendable {
        /// The amount in permanent use.
        public var used: Int64
        /// The amount reserved for work in progress.
        public var reserved: Int64
        /// The limit of both together.
        public var limit: Int64

        /// Creates a usage, in the quota's own unit.
        public init(used: Int64, reserved: Int64 = 0, limit: Int64) {
            self.used = used
            self.reserved = reserved
            self.limit = limit
        }
    }

    /// A booking: a resource is booked from one time up to, and not including, another.
    public struct Interval: Codable, Hashable, Sendable {
        /// The booked resource: a tuner, a screen, a child's evening.
        public var resource: String
        /// The purpose of the booking.
        public var label: String
        /// Its first instant, in any unit that is the same for all of a resource.
        public var start: Int64
        /// The first instant after it.
        public var end: Int64

        /// Creates a booking of a resource from `start` up to `end`.
        public init(_ resource: String, _ label: String, from start: Int64, to end: Int64) {
            self.resource = resource
            self.label = label
            self.start = start
            self.end = end
        }
    }
}
