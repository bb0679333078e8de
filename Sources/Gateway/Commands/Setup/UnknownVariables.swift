internal import ServiceKit

/// Variables that look like settings and are unknown: a misspelt one would be ignored silently.
enum UnknownVariables {
    /// The notes about them, a line each.
    static func notes(_ variables: [String: String]) -> [String] {
        let own = ServiceSettings.ownSettings.values.reduce(into: Set()) { $0.formUnion($1) }
        let settings = CommonSettings.names.union(ServiceSettings.clusterSettings).union(own).sorted()
            .map { "HEARTH_" + $0.uppercased().replacing("-", with: "_") }
        let known = Set(settings).union(others)
        return variables.keys.filter { $0.hasPrefix("HEARTH_") && !known.contains($0) }.sorted().map { name in
            let meant = Spelling.closest(to: name.lowercased(), among: settings.map { $0.lowercased() })
            return "\(name) is no setting" + (meant.map { "; did you mean \($0.uppercased())?" } ?? ".")
        }
    }

    /// Known variables that are no settings.
    private static let others: Set<String> = [
        "HEARTH_CONFIG", "HEARTH_TOKEN", GatewayEnvironment.terminalVariable, ParentProcess.variable,
    ]
}
