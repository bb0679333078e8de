/// What an operation asks of its object, in words that every checker knows and no service does.
///
/// Values are texts. Write unique ones (`"anna-17"`): then what is read says which operation put it there, and that is what
/// makes most checks linear in the length of the history.
public enum Action: Hashable, Sendable {
    /// Puts a value into a set; again is the same as once.
    case add(String)
    /// Takes a value out of a set; a value that is not there stays away.
    case remove(String)
    /// Gives a register its value.
    case write(String)
    /// Gives a register a value if it has the expected one; `expected` is nil for a register without a value.
    case compareAndSet(expected: String?, value: String)
    /// Looks at the whole object. What was seen is in the answer: the members of a set, the one value of a register, what
    /// waits in a queue, a usage, intervals.
    case read
    /// Hands a piece of work to a queue, to be done exactly once.
    case enqueue(String)
    /// Takes work out of a queue, or says what was done: the answer's values are the pieces of work.
    case take
    /// Deletes somebody or something for good, with all that belongs to it in every service: a profile by its name. All
    /// objects that have this text as a component of their path are emptied (`favourites/anna` by `delete("anna")`).
    case delete(String)
    /// Anything else: judged by deadlines, quotas and forbidden items only.
    case other

    /// The value that is asked for; nil for reads, takes and the like.
    public var value: String? {
        switch self {
        case .add(let value), .remove(let value), .write(let value), .enqueue(let value), .delete(let value): value
        case .compareAndSet(_, let value): value
        case .read, .take, .other: nil
        }
    }

    /// Its name, as in JSON Lines and on time lines.
    public var name: String {
        switch self {
        case .add: "add"
        case .remove: "remove"
        case .write: "write"
        case .compareAndSet: "compareAndSet"
        case .read: "read"
        case .enqueue: "enqueue"
        case .take: "take"
        case .delete: "delete"
        case .other: "other"
        }
    }
}

extension Action: Codable {
    private enum CodingKeys: String, CodingKey { case name, value, expected }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        func value() throws -> String { try fields.decode(String.self, forKey: .value) }
        let name = try fields.decode(String.self, forKey: .name)
        switch name {
        case "add": self = .add(try value())
        case "remove": self = .remove(try value())
        case "write": self = .write(try value())
        case "compareAndSet":
            self = .compareAndSet(
                expected: try fields.decodeIfPresent(String.self, forKey: .expected), value: try value())
        case "read": self = .read
        case "enqueue": self = .enqueue(try value())
        case "take": self = .take
        case "delete": self = .delete(try value())
        case "other": self = .other
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .name, in: fields, debugDescription: "There is no action \(name).")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(name, forKey: .name)
        try fields.encodeIfPresent(value, forKey: .value)
        if case .compareAndSet(let expected, _) = self { try fields.encodeIfPresent(expected, forKey: .expected) }
    }
}
