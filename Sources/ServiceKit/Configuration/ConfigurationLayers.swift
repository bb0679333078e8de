/// The sources of settings, in order of precedence: flags, `HEARTH_*`, the credentials directory for secrets, the file,
/// defaults.
public struct ConfigurationLayers: Sendable {
    private let flags: [String: String]
    private let environment: [String: String]
    private let file: ConfigurationFile?
    private let part: String?
    private let credentials: CredentialDirectory?

    /// Combines the sources.
    ///
    /// - Parameters:
    ///   - flags: the flags given on the command line, by setting.
    ///   - environment: the process's environment variables.
    ///   - file: the configuration file, nil when there is none.
    ///   - part: the section of the file that overrides its top level: a service's name.
    public init(
        flags: [String: String], environment: [String: String], file: ConfigurationFile? = nil, part: String? = nil
    ) {
        self.init(flags: flags, environment: environment, file: file, part: part, credentials: nil)
    }

    /// Combines the sources.
    ///
    /// - Parameter credentials: the credentials directory; nil when there is none.
    init(
        flags: [String: String], environment: [String: String], file: ConfigurationFile?, part: String?,
        credentials: CredentialDirectory?
    ) {
        self.flags = flags
        // An empty variable counts as unset, as usual in shells.
        self.environment = environment.filter { !$0.value.isEmpty }
        self.file = file
        self.part = part
        self.credentials = credentials
    }

    /// The configured value of a setting, nil when no source sets it.
    ///
    /// - Throws: ``ConfigurationError`` when the source with the highest precedence has an invalid value. A source of
    ///   lower precedence never replaces an invalid value.
    public func configured<Value>(
        _ setting: Setting<Value>
    ) throws(ConfigurationError) -> ConfiguredValue<Value>? {
        if let text = flags[setting.name] {
            return try value(.text(text), of: setting, from: .flag(setting.name))
        }
        if let text = environment[setting.variable] {
            return try value(.text(text), of: setting, from: .environment(setting.variable))
        }
        // Before the file, which all services read.
        if let secret = try credential(setting) { return secret }
        guard let file else { return nil }
        for key in [part.map { "\($0).\(setting.name)" }, setting.name].compactMap(\.self) {
            guard let found = file[key] else { continue }
            return try value(found, of: setting, from: .file(file.path, key: key))
        }
        return nil
    }

    /// The value of a secret in the credentials directory.
    private func credential<Value>(
        _ setting: Setting<Value>
    ) throws(ConfigurationError) -> ConfiguredValue<Value>? {
        guard setting.isSecret, let credentials, let text = try credentials.secret(setting.name) else { return nil }
        return try value(.text(text), of: setting, from: .credential(credentials.file(setting.name)))
    }

    private func value<Value>(
        _ found: ConfigurationFile.Value, of setting: Setting<Value>, from source: SettingSource
    ) throws(ConfigurationError) -> ConfiguredValue<Value> {
        var texts: [String]?
        var shown = "a list"
        switch found {
        case .text(let text): texts = setting.isList ? Self.entries(of: text) : [text]
        case .list(let entries): texts = setting.isList ? entries : nil
        case .section: shown = "a section"
        }
        if let texts {
            if let value = setting.parse(texts) { return ConfiguredValue(value: value, source: source) }
            shown = texts.joined(separator: ", ")
        }
        throw .wrongValue(
            name: setting.name, source: place(of: source), value: setting.isSecret ? nil : shown,
            allowed: setting.allowed)
    }

    /// A source with the line and column in the file, for errors.
    private func place(of source: SettingSource) -> SettingSource {
        guard case .file(let path, let key) = source, let file, file.path == path else { return source }
        return .file(file.place(of: key), key: key)
    }

    /// The entries of a list written as text, between commas.
    private static func entries(of text: String) -> [String] {
        text.split(separator: ",").map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
    }

    /// The configured value of a setting, or its default.
    ///
    /// - Throws: ``ConfigurationError``.
    public func value<Value>(
        of setting: Setting<Value>, default standard: @autoclosure () -> Value
    ) throws(ConfigurationError) -> ConfiguredValue<Value> {
        if let configured = try configured(setting) { return configured }
        return ConfiguredValue(value: standard(), source: .standard)
    }

    /// The configured value of a setting, or nil.
    ///
    /// - Throws: ``ConfigurationError``.
    public func optional<Value>(_ setting: Setting<Value>) throws(ConfigurationError) -> ConfiguredValue<Value?> {
        let configured = try configured(setting)
        return ConfiguredValue(value: configured?.value, source: configured?.source ?? .standard)
    }

    /// The configured value of a required setting.
    ///
    /// - Throws: ``ConfigurationError``.
    public func required<Value>(_ setting: Setting<Value>) throws(ConfigurationError) -> ConfiguredValue<Value> {
        if let configured = try configured(setting) { return configured }
        throw .missing(name: setting.name, variable: setting.variable)
    }
}
