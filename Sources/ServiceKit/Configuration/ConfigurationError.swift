/// Why the configuration is invalid. Each case names the key, its source, and what is allowed.
public enum ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A value that the setting does not allow. `value` is nil when it is secret.
    case wrongValue(name: String, source: SettingSource, value: String?, allowed: String)
    /// A key that is no setting.
    case unknownKey(name: String, file: String, line: Int, column: Int, suggestion: String?)
    /// A file that cannot be read or is not valid YAML.
    case unreadable(file: String, reason: String)
    /// A required setting without a value.
    case missing(name: String, variable: String)

    public var description: String {
        switch self {
        case .wrongValue(let name, let source, let value?, let allowed):
            "\(name): \"\(value)\" (from \(source)) is not right; it takes \(allowed)"
        case .wrongValue(let name, let source, nil, let allowed):
            "\(name): the value from \(source) is not right; it takes \(allowed)"
        case .unknownKey(let name, let file, let line, let column, let suggestion?):
            "\(file):\(line):\(column): there is no setting \"\(name)\"; did you mean \"\(suggestion)\"?"
        case .unknownKey(let name, let file, let line, let column, nil):
            "\(file):\(line):\(column): there is no setting \"\(name)\""
        case .unreadable(let file, let reason):
            "\(file): \(reason)"
        case .missing(let name, let variable):
            "\(name) is not set: give --\(name), set \(variable), or write it in the configuration file"
        }
    }
}
