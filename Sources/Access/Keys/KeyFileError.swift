/// Why a key, a key file or its directory cannot be used.
public enum KeyFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The bytes are no Ed25519 key.
    case notAKey
    /// A file holds no key as this project writes them.
    case notAKeyFile(path: String)
    /// A file's name says another key than its content.
    case misnamed(path: String)
    /// A file or directory may be read or written by others, belongs to somebody else, or is a link.
    case notPrivate(path: String, reason: String)
    /// A name cannot be a service's.
    case notAServiceName(String)
    /// A system call failed, with its `errno`.
    case system(call: String, path: String, errno: Int32)

    public var description: String {
        switch self {
        case .notAKey: "these bytes are no Ed25519 key"
        case .notAKeyFile(let path): "\(path) holds no key"
        case .misnamed(let path): "\(path) is named after another key than it holds"
        case .notPrivate(let path, let reason): "\(path) is not private: \(reason)"
        case .notAServiceName(let name): "\(name.debugDescription) is not a service's name"
        case .system(let call, let path, let number): "\(call) \(path): \(systemMessage(number))"
        }
    }
}
