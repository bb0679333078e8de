public import HearthModel

/// A person who takes part in a programme.
public struct ProgrammeCredit: Codable, Sendable, Hashable {
    /// The role.
    public var role: CreditRole
    /// The person's name.
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

    /// The director.
    public static let director = CreditRole(rawValue: "director")
    /// The presenter.
    public static let presenter = CreditRole(rawValue: "presenter")
    /// An actor.
    public static let actor = CreditRole(rawValue: "actor")
    /// A guest.
    public static let guest = CreditRole(rawValue: "guest")
    /// A commentator.
    public static let commentator = CreditRole(rawValue: "commentator")
    /// The writer.
    public static let writer = CreditRole(rawValue: "writer")
    /// Who adapted it.
    public static let adapter = CreditRole(rawValue: "adapter")
    /// The producer.
    public static let producer = CreditRole(rawValue: "producer")
    /// The composer.
    public static let composer = CreditRole(rawValue: "composer")
    /// The editor.
    public static let editor = CreditRole(rawValue: "editor")
}
