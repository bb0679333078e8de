internal import ServiceKit

/// A configuration file with every setting as a comment: `hearth config --sample`.
///
/// Explanations begin with `##`, settings with `#`, so that each is put in force by removing one character.
enum ConfigurationSample {
    /// The file's text, without its last line end.
    static var text: String {
        let head = """
            ## Settings of a Hearth household, at ~/.config/hearth/hearth.yaml or where --config says.
            ## Each is optional. Flags and HEARTH_* variables come before this file; `hearth config` shows what is in force.
            ## `hearth up` applies changes: it restarts the services whose settings have changed.
            """
        let top = (SettingCatalog.common + SettingCatalog.cluster).map { lines($0, indent: "") }
        let sections = ServiceSettings.knownServices.sorted().map(section)
        return ([head] + top + sections).joined(separator: "\n\n")
    }

    private static func section(_ service: String) -> String {
        // A secret belongs in a file that services do not share; its setting is in the documentation.
        let own = (SettingCatalog.own[service] ?? []).filter { !$0.isSecret }
        let head = "## Settings of \(service) alone; the common ones may be set here for it, too.\n#\(service):"
        let body = own.isEmpty ? ["#  log-level: debug"] : own.map { lines($0, indent: "  ") }
        return ([head] + body).joined(separator: "\n")
    }

    private static func lines(_ setting: DescribedSetting, indent: String) -> String {
        var help = "## \(indent)\(setting.help)"
        switch setting.form {
        case .word(let words): help += ": \(words.joined(separator: ", "))"
        case .number(let range): help += ": \(range.lowerBound) to \(range.upperBound)"
        case .text, .list: break
        }
        if !setting.standard.isEmpty { help += "; default: \(setting.standard)" }
        let value: String
        switch setting.form {
        case .list: value = "[" + setting.example.split(separator: ", ").map(quoted).joined(separator: ", ") + "]"
        case .number: value = setting.example
        case .text, .word: value = quoted(setting.example)
        }
        return "\(help)\n#\(indent)\(setting.name): \(value)"
    }

    private static func quoted(_ text: some StringProtocol) -> String { "\"\(text)\"" }
}
