/// What a setting is, apart from the type that a service reads it as: for `hearth config`, the sample file and the schema.
public struct DescribedSetting: Sendable, Hashable {
    /// The form of a value in the configuration file.
    public enum Form: Sendable, Hashable {
        /// A text.
        case text
        /// One of these words.
        case word([String])
        /// A whole number.
        case number(ClosedRange<Int>)
        /// A list of texts.
        case list
    }

    /// The name, in kebab-case.
    public let name: String
    /// The purpose, in half a sentence.
    public let help: String
    /// The form of a value.
    public let form: Form
    /// The default, for people; empty when there is none.
    public let standard: String
    /// An example of a value.
    public let example: String
    /// Whether the value is hidden in all output.
    public let isSecret: Bool

    init(
        _ name: String, _ help: String, _ form: Form = .text, standard: String = "", example: String = "",
        isSecret: Bool = false
    ) {
        (self.name, self.help, self.form, self.standard) = (name, help, form, standard)
        (self.example, self.isSecret) = (example.isEmpty ? standard : example, isSecret)
    }

    init<Value>(
        _ setting: Setting<Value>, _ form: Form = .text, standard: String = "", example: String = ""
    ) {
        self.init(
            setting.name, setting.help, setting.isList ? .list : form, standard: standard, example: example,
            isSecret: setting.isSecret)
    }

    /// The environment variable's name.
    public var variable: String { "HEARTH_" + name.uppercased().replacing("-", with: "_") }

    /// The configured value as text, nil when no source sets it. Its form is checked, the rest only by the service.
    ///
    /// - Throws: ``ConfigurationError`` for a value of another form: a list in place of a text, a word that is none of
    ///   the setting's, a number out of its range.
    public func value(in layers: ConfigurationLayers) throws(ConfigurationError) -> ConfiguredValue<String>? {
        guard form != .list else {
            let setting = Setting<[String]>(list: name, help: help, allowed: "a list", parse: { $0 })
            return try layers.configured(setting).map {
                ConfiguredValue(value: $0.value.joined(separator: ", "), source: $0.source)
            }
        }
        let setting = Setting<String>(
            name, help: help, allowed: form.allowed, isSecret: isSecret, parse: { form.takes($0) ? $0 : nil })
        return try layers.configured(setting)
    }
}

extension DescribedSetting.Form {
    /// The allowed values, for people.
    fileprivate var allowed: String {
        switch self {
        case .text: "one value"
        case .word(let words): words.joined(separator: ", ")
        case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .list: "a list"
        }
    }

    /// Whether a text has this form.
    fileprivate func takes(_ text: String) -> Bool {
        switch self {
        case .text, .list: true
        case .word(let words): words.contains(text)
        case .number(let range): Int(text).map(range.contains) ?? false
        }
    }
}
