internal import Foundation
internal import ProfilesAPI
internal import ServiceKit

/// A setting's values as they are typed and shown.
struct SettingText: Sendable {
    private let definition: SettingDefinition

    init(_ definition: SettingDefinition) { self.definition = definition }

    /// A value as it is shown.
    func text(_ value: SettingValue?) -> String {
        guard let value else { return "none" }
        let unit = definition.unit.map { " \($0)" } ?? ""
        if let boolean = value.boolean { return boolean ? "on" : "off" }
        if let integer = value.integer { return "\(integer)\(unit)" }
        if let decimal = value.decimal { return "\(SettingDefinition.text(decimal))\(unit)" }
        if let numbers = value.numbers {
            return numbers.isEmpty ? "none" : numbers.map(String.init).joined(separator: ",")
        }
        if let date = value.date { return date.formatted(.iso8601) }
        return value.text ?? "none"
    }

    /// The values that are allowed.
    var range: String {
        switch definition.type {
        case .boolean: return "on, off"
        case .choice: return (definition.choices ?? []).joined(separator: ", ")
        case .language: return "a language"
        case .providers: return "numbers"
        default: return definition.numericRange ?? ""
        }
    }

    /// The value of a text. Ranges are the service's to check.
    ///
    /// - Throws: ``GatewayFailure`` for a text of another type.
    func value(_ text: String) throws -> SettingValue {
        let folded = text.lowercased()
        switch definition.type {
        case .boolean:
            if ["on", "yes", "true"].contains(folded) { return .boolean(true) }
            if ["off", "no", "false"].contains(folded) { return .boolean(false) }
        case .integer: if let number = Int64(text) { return .integer(number) }
        case .decimal: if let number = Double(text) { return .decimal(number) }
        case .choice:
            let choice = definition.choices?.first { $0.lowercased() == folded }
            return .text(choice ?? text)
        case .providers:
            if folded == "none" { return .numbers([]) }
            let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int64($0) }
            if !numbers.contains(nil) { return .numbers(numbers.compactMap { $0 }) }
        default: return .text(text)
        }
        throw GatewayFailure(
            "INVALID_ARGUMENT", "\(definition.name) takes \(range.isEmpty ? "another value" : range).", status: .usage)
    }
}
