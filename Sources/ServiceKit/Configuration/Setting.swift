/// One thing that can be configured: its name, what it is for, and which values it takes.
///
/// The name is the flag (`--log-level`), the key in the file (`log-level`) and, in capitals, the variable
/// (`HEARTH_LOG_LEVEL`).
public struct Setting<Value: Sendable>: Sendable {
    /// The name, in kebab-case.
    public let name: String
    /// What it is for, in half a sentence.
    public let help: String
    /// The values it takes, for people.
    public let allowed: String
    /// Whether its value is kept out of everything that is shown.
    public let isSecret: Bool
    /// Whether it takes several values: a list in the file, separated by commas elsewhere.
    public let isList: Bool
    let parse: @Sendable ([String]) -> Value?

    /// Describes a setting of one value.
    ///
    /// - Parameter parse: makes the value out of its text, nil when the text is none.
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

    /// Describes a setting of several values.
    ///
    /// - Parameter parse: makes the value out of the texts, nil when they are none.
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

/// Where a setting's value came from.
public enum SettingSource: Sendable, Hashable, CustomStringConvertible {
    /// The command line.
    case flag(String)
    /// An environment variable.
    case environment(String)
    /// A file in the directory of credentials, by its path.
    case credential(String)
    /// A key in a file.
    case file(String, key: String)
    /// Nobody said anything.
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

/// A setting's value, and where it came from.
public struct ConfiguredValue<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value
    /// Where it came from.
    public let source: SettingSource
}
