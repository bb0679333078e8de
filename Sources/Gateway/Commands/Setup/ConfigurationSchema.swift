internal import Foundation
internal import ServiceKit

/// The JSON Schema (draft 2020-12) of the configuration file, `deploy/hearth.schema.json`: editors complete and check by it.
enum ConfigurationSchema {
    /// The schema as JSON, without its last line end.
    ///
    /// - Throws: an error of JSONSerialization.
    static func text() throws -> String {
        let data = try JSONSerialization.data(
            withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self)
    }

    private static var object: [String: Any] {
        let references = Dictionary(
            uniqueKeysWithValues: SettingCatalog.common.map { ($0.name, ["$ref": "#/$defs/\($0.name)"] as Any) })
        var top = references
        for setting in SettingCatalog.cluster { top[setting.name] = services(setting) }
        for service in ServiceSettings.knownServices {
            var settings = references
            for setting in SettingCatalog.own[service] ?? [] { settings[setting.name] = schema(setting) }
            top[service] = section(settings, "settings of \(service)")
        }
        var root = section(top, "Settings of a Hearth household")
        root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        root["title"] = "hearth.yaml"
        root["$defs"] = Dictionary(uniqueKeysWithValues: SettingCatalog.common.map { ($0.name, schema($0) as Any) })
        return root
    }

    private static func section(_ properties: [String: Any], _ description: String) -> [String: Any] {
        ["type": "object", "additionalProperties": false, "properties": properties, "description": description]
    }

    private static func schema(_ setting: DescribedSetting) -> [String: Any] {
        var schema: [String: Any] = ["description": setting.help]
        if !setting.standard.isEmpty { schema["description"] = "\(setting.help); default: \(setting.standard)" }
        switch setting.form {
        // A key of digits alone is a number to YAML.
        case .text: schema["type"] = setting.isSecret ? ["string", "integer"] as Any : "string"
        case .word(let words):
            schema["type"] = "string"
            schema["enum"] = words
        case .number(let range):
            schema["type"] = "integer"
            schema["minimum"] = range.lowerBound
            schema["maximum"] = range.upperBound
        case .list:
            schema["type"] = ["array", "string"]
            schema["items"] = ["type": "string"]
        }
        return schema
    }

    private static func services(_ setting: DescribedSetting) -> [String: Any] {
        var schema = schema(setting)
        schema["items"] = ["type": "string", "enum": ServiceSettings.knownServices.sorted()] as [String: Any]
        return schema
    }
}
