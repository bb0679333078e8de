/// The action of an operation on its object, independent of any service.
///
/// Values are texts. Write unique ones (`"anna-17"`): then a read value identifies the operation that wrote it, which
/// makes most checks linear in the length of the history.
public enum Action: Hashable, Sendable {
    /// Adds a value to a set; idempotent.
    case add(String)
    /// Removes a value from a set; idempotent.
    case remove(String)
    /// Sets a register's value.
    case write(String)
    /// Sets a register's value if it has the expected one; `expected` is nil for a register without a value.
    case compareAndSet(expected: String?, value: String)
    /// Reads the whole object. The answer contains the members of a set, the value of a register, the values of a
    /// queue, a usage, or intervals.
    case read
    /// Enqueues a piece of work, to be done exactly once.
    case enqueue(String)
    /// Takes work out of a queue, or reports work done: the answer's values are the pieces of work.
    case take
    /// Deletes an object permanently, with all of its data in every service: a profile by its name. All objects that
    /// have this text as a component of their path are emptied (`favourites/anna` by `delete("anna")`).
    case delete(String)
    /// Anything else: judged by deadlines, quotas and forbidden values only.
    case other

    /// The requested value; nil for reads, takes and the like.
    public var value: String? {
        switch self {
        case .add(let value), .remove(let value), .write(let value), .enqueue(let value), .delete(let value): value
        case .compareAndSet(_, let value): value
        case .read, .take, .other: nil
        }
    }

    /// Its name, as in JSON Lines and time lines.
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
