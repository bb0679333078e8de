/// A fault injected into the system, or a note on the time line: a kill, a partition, a power cut.
public struct FaultEvent: Codable, Hashable, Sendable {
    /// The kind: `kill`, `stop`, `power cut`, `partition`, `clock +3600 s`, `note`.
    public var kind: String
    /// The target: a service, a device, a link such as `phone>catalog`; empty when it hit all.
    public var target: String
    /// The start.
    public var begin: Moment
    /// The end; nil for an instantaneous fault, or one that was never healed.
    public var end: Moment?
    /// Further details, in a few words.
    public var detail: String?

    /// Creates a fault from `begin` to `end`, or at one instant.
    public init(_ kind: String, target: String, begin: Moment, end: Moment? = nil, detail: String? = nil) {
        self.kind = kind
        self.target = target
        self.begin = begin
        self.end = end
        self.detail = detail
    }
}
