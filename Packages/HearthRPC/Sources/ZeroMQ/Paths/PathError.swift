/// Why a directory or the path of a socket cannot be used.
public enum PathError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is a symbolic link or no directory.
    case notADirectory(path: String)

    /// It belongs to another user.
    case foreign(path: String, owner: UInt32)

    /// Its mode gives access to the group or all users.
    case open(path: String, mode: UInt32)

    /// A socket cannot have this path: it is empty, abstract (which has no permissions), or a wildcard.
    case unusable(path: String)

    /// A system call failed.
    case system(path: String, operation: String, number: Int32)

    public var description: String {
        switch self {
        case .notADirectory(let path): "\(path) is a symbolic link or not a directory"
        case .foreign(let path, let owner): "\(path) belongs to user \(owner), not to the user of this process"
        case .open(let path, let mode): "\(path) is open to others (mode \(String(mode, radix: 8)), needs 700)"
        case .unusable(let path): "a socket cannot be at \"\(path)\""
        case .system(let path, let operation, let number): "cannot \(operation) \(path): \(SystemError.text(number))"
        }
    }
}
