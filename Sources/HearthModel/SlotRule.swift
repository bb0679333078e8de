/// What happens when a title is played and all streams of its source's account are in use.
public struct SlotRule: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The title is not played; the error says which sessions hold the streams.
    public static let refuse = SlotRule(rawValue: "refuse")
    /// The session ends that has held its stream for the longest time.
    public static let endOldest = SlotRule(rawValue: "endOldest")
    /// The session ends that has begun last.
    public static let endNewest = SlotRule(rawValue: "endNewest")

    /// All known rules.
    public static let all: [SlotRule] = [.refuse, .endOldest, .endNewest]
}
