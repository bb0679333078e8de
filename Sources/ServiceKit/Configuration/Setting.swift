/// A setting: its name, purpose, and allowed values.
///
/// The name is the flag (`--log-level`), the key in the file (`log-level`) and, in capitals, the variable
/// (`HEARTH_LOG_LEVEL`).
public struct Setting<Value: Sendable>: Sendable {
    /// The name, in kebab-case.
    public let name: String
    /// The purpose, in half a sentence.
    public let help: String
    /// The allowed values, for people.
    public let allowed: String
    /// Whether the value is hidden in all output.
    public let isSecret: Bool
    /// Whether it has several values: a list in the file, comma-separated elsewhere.
    public let isList: Bool
    let parse: @Sendable ([String]) -> Value?

    /// Creates a setting of one value.
    ///
    /// - Parameter parse: parses the value; nil when the text is invalid.
    public init(
        _ name: String, help: String, allowed: String, isSecret: Bool = false,
        parse: @escaping @Sendable (String) -> Value?
    ) {
        self.name = name
        self.help = help
        self.allowed = allowed
        self.isSecret = isSecret
        isList = false
        self.parse = { $0.first.flatMap(parse) }
    }

    /// Creates a setting of several values.
    ///
    /// - Parameter parse: parses the values; nil when a text is invalid.
    public init(list name: String, help: String, allowed: String, parse: @escaping @Sendable ([String]) -> Value?) {
        self.name = name
        self.help = help
        self.allowed = allowed
        isSecret = false
        isList = true
        self.parse = parse
    }

    /// The environment variable's name.
    public var variable: String { "HEARTH_" + name.uppercased().replacing("-", with: "_") }
}

/// The source of a setting's value.
public enum SettingSource: Sendable, Hashable, CustomStringConvertible {
    /// A command line flag.
    case flag(String)
    /// An environment variable.
    case environment(String)
    /// A file in the credentials directory, by its path.
    case credential(String)
    /// A key in a file.
    case file(String, key: String)
    /// The default; no source sets the value.
    case standard

    public var description: String {
        switch self {
        case .flag(let name): "--\(name)"
        case .environment(let name): name
        case .credential(let path): path
        case .file(let path, let key): "\(key) in \(path)"
        case .standard: "default"
        }
    }
}

/// A setting's value with its source.
public struct ConfiguredValue<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value
    /// Its source.
    public let source: SettingSource
}
