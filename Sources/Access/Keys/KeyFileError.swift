/// Why a key, a key file or its directory cannot be used.
public enum KeyFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The bytes are no Ed25519 key.
    case notAKey
    /// A file contains no key in this project's format.
    case notAKeyFile(path: String)
    /// A file's name does not match its key.
    case misnamed(path: String)
    /// A file or directory is accessible by others, belongs to another user, or is a link.
    case notPrivate(path: String, reason: String)
    /// A name is not valid for a service.
    case notAServiceName(String)
    /// A system call failed, with its `errno`.
    case system(call: String, path: String, errno: Int32)

    public var description: String {
        switch self {
        case .notAKey: "the bytes are not an Ed25519 key"
        case .notAKeyFile(let path): "\(path) contains no key"
        case .misnamed(let path): "\(path) has a name that does not match its key"
        case .notPrivate(let path, let reason): "\(path) is not private: \(reason)"
        case .notAServiceName(let name): "\(name.debugDescription) is not a service's name"
        case .system(let call, let path, let number): "\(call) \(path): \(systemMessage(number))"
        }
    }
}
