/// Something that was done to the system, or a note on the time line: a kill, a partition, a power cut.
public struct FaultEvent: Codable, Hashable, Sendable {
    /// What it was: `kill`, `stop`, `power cut`, `partition`, `clock +3600 s`, `note`.
    public var kind: String
    /// Whom it hit: a service, a device, a link such as `phone>catalog`; empty when it hit everybody.
    public var target: String
    /// When it began.
    public var begin: Moment
    /// When it was over; nil for what happens at one instant, or was never healed.
    public var end: Moment?
    /// What else is worth knowing, in a few words.
    public var detail: String?

    /// A fault from `begin` to `end`, or at one instant.
    public init(_ kind: String, target: String, begin: Moment, end: Moment? = nil, detail: String? = nil) {
        self.kind = kind
        self.target = target
        self.begin = begin
        self.end = end
        self.detail = detail
    }
}
