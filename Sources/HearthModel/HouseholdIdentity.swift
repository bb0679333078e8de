/// Identifies the household that data belongs to, independently of its name: 128 random bits that are drawn once, when
/// it is founded. They are in every shard, in tokens and in snapshots of events, so that data of two households never
/// mix.
///
/// As text it is 32 lowercase hexadecimal digits.
public struct HouseholdIdentity: Sendable, Hashable {
    private let high: UInt64
    private let low: UInt64

    /// Digits of the text.
    public static let digits = 32
    /// Digits that are enough for people to distinguish two households.
    private static let shownDigits = 8

    /// Makes an identity from 128 random bits.
    public init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// Parses the text; nil when it is not exactly 32 lowercase hexadecimal digits.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == Self.digits else { return nil }
        var (high, low) = (UInt64(0), UInt64(0))
        for byte in text.utf8 {
            let digit: UInt64
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = UInt64(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = UInt64(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
            high = high << 4 | low >> 60
            low = low << 4 | digit
        }
        self.init(high: high, low: low)
    }

    /// The 32 digits.
    public var text: String { Self.text(of: high) + Self.text(of: low) }

    /// The first digits, for messages.
    public var abbreviated: String { String(text.prefix(Self.shownDigits)) }

    private static func text(of half: UInt64) -> String {
        let digits = String(half, radix: 16)
        return String(repeating: "0", count: Self.digits / 2 - digits.count) + digits
    }
}

extension HouseholdIdentity: CustomStringConvertible {
    public var description: String { text }
}

/// An event of a household's log that may contain the household's identity.
public protocol HouseholdEvent {
    /// The household's ``HouseholdIdentity`` as text: in snapshots, which a follower begins with. Absent in other
    /// events and from older services.
    var identity: String? { get }
    /// The household's policy generations; nil in events without them.
    var policyGenerations: PolicyGenerations? { get }
    /// Whether the household was deleted for good: a follower erases all that it has of it. Such an event has the
    /// identity.
    var erasesHousehold: Bool { get }
}

extension HouseholdEvent {
    public var policyGenerations: PolicyGenerations? { nil }

    public var erasesHousehold: Bool { false }

    /// The identity; nil when the event has none.
    package var household: HouseholdIdentity? { identity.flatMap { HouseholdIdentity($0) } }
}
