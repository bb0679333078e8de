internal import Configuration

/// The sources of settings, in order of precedence: flags, `HEARTH_*`, the credentials directory for secrets, the file,
/// defaults.
public struct ConfigurationLayers: Sendable {
    private let flags: InMemoryProvider
    private let environment: any ConfigProvider
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
        self.flags = InMemoryProvider(
            name: "flags",
            values: Dictionary(
                uniqueKeysWithValues: flags.map {
                    (AbsoluteConfigKey([$0.key]), ConfigValue(.string($0.value), isSecret: false))
                }))
        // An empty variable counts as unset, as usual in shells.
        self.environment = EnvironmentVariablesProvider(
            environmentVariables: environment.filter { !$0.value.isEmpty }
        ).prefixKeys(with: "hearth")
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
        let places = places(of: setting)
        for place in places {
            // Lower precedence than flags and environment, higher than the file that all services read.
            if case .file = place.source, let secret = try credential(setting) { return secret }
            guard let texts = try texts(of: setting, at: place.key, in: place.provider, source: place.source) else {
                continue
            }
            return try value(texts, of: setting, from: place.source)
        }
        return file == nil ? try credential(setting) : nil
    }

    /// The value of a secret in the credentials directory.
    private func credential<Value>(
        _ setting: Setting<Value>
    ) throws(ConfigurationError) -> ConfiguredValue<Value>? {
        guard setting.isSecret, let credentials, let text = try credentials.secret(setting.name) else { return nil }
        return try value([text], of: setting, from: .credential(credentials.file(setting.name)))
    }

    private func value<Value>(
        _ texts: [String], of setting: Setting<Value>, from source: SettingSource
    ) throws(ConfigurationError) -> ConfiguredValue<Value> {
        guard let value = setting.parse(texts) else {
            throw .wrongValue(
                name: setting.name, source: source, value: setting.isSecret ? nil : texts.joined(separator: ", "),
                allowed: setting.allowed)
        }
        return ConfiguredValue(value: value, source: source)
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

    private typealias Place = (key: AbsoluteConfigKey, provider: any ConfigSnapshot, source: SettingSource)

    private func places<Value>(of setting: Setting<Value>) -> [Place] {
        let key = AbsoluteConfigKey([setting.name])
        var places: [Place] = [
            (key, flags.snapshot(), .flag(setting.name)),
            (key, environment.snapshot(), .environment(setting.variable)),
        ]
        guard let file else { return places }
        if let part {
            let inner = AbsoluteConfigKey([part, setting.name])
            places.append((inner, file.snapshot, .file(file.path, key: "\(part).\(setting.name)")))
        }
        places.append((key, file.snapshot, .file(file.path, key: setting.name)))
        return places
    }

    private func texts<Value>(
        of setting: Setting<Value>, at key: AbsoluteConfigKey, in provider: any ConfigSnapshot, source: SettingSource
    ) throws(ConfigurationError) -> [String]? {
        // A list in the file, or the text form that every value has.
        if setting.isList, case .file = source,
            let list = try? provider.value(forKey: key, type: .stringArray).value,
            case .stringArray(let texts) = list.content
        {
            return texts
        }
        do {
            guard case .string(let text)? = try provider.value(forKey: key, type: .string).value?.content else {
                return nil
            }
            guard setting.isList else { return [text] }
            return text.split(separator: ",").map {
                String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
        } catch {
            throw .wrongValue(
                name: setting.name, source: source, value: setting.isSecret ? nil : "a list", allowed: setting.allowed)
        }
    }
}
