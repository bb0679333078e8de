public import Household

/// A person who takes part in a programme.
public struct ProgrammeCredit: Codable, Sendable, Hashable {
    /// What he does.
    public var role: CreditRole
    /// What he is called.
    public var name: String
    /// The character an actor plays.
    public var character: String?

    /// Makes a credit.
    public init(role: CreditRole, name: String, character: String? = nil) {
        self.role = role
        self.name = name
        self.character = character
    }
}

/// A person's role in a programme, as guides give it.
public struct CreditRole: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Directs it.
    public static let director = CreditRole(rawValue: "director")
    /// Leads through it.
    public static let presenter = CreditRole(rawValue: "presenter")
    /// Plays in it.
    public static let actor = CreditRole(rawValue: "actor")
    /// Is invited to it.
    public static let guest = CreditRole(rawValue: "guest")
    /// Says what is to be seen.
    public static let commentator = CreditRole(rawValue: "commentator")
    /// Wrote it.
    public static let writer = CreditRole(rawValue: "writer")
    /// Made it out of something else.
    public static let adapter = CreditRole(rawValue: "adapter")
    /// Produced it.
    public static let producer = CreditRole(rawValue: "producer")
    /// Wrote its music.
    public static let composer = CreditRole(rawValue: "composer")
    /// Cut it.
    public static let editor = CreditRole(rawValue: "editor")
}
