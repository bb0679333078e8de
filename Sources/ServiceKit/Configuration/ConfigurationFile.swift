internal import Configuration
internal import Foundation
internal import Yams

/// A configuration file in YAML: settings at the top level, and a section for each service that overrides them.
///
///     data: /var/lib/hearth
///     log-level: info
///     catalog:
///       log-level: debug
public struct ConfigurationFile: Sendable {
    /// The file's path.
    public let path: String
    let snapshot: YAMLSnapshot

    /// The maximum file size, in bytes.
    static let maximumBytes = 1 << 20

    /// Reads a file and rejects unknown keys.
    ///
    /// - Parameters:
    ///   - settings: the names allowed at the top level and in every service's section.
    ///   - topSettings: the names allowed at the top level only.
    ///   - parts: the services' names.
    ///   - ownSettings: the names allowed in one service's section only, by service.
    /// - Throws: ``ConfigurationError``.
    public init(
        path: String, settings: Set<String>, topSettings: Set<String> = [], parts: Set<String>,
        ownSettings: [String: Set<String>] = [:]
    ) throws(ConfigurationError) {
        self.path = path
        let text = try Self.read(path)
        let root: Node?
        do {
            let node = try Yams.compose(yaml: text)
            root = node?.tag == Tag(.null) ? nil : node
            snapshot = try YAMLSnapshot(
                data: Array((root == nil ? "{}" : text).utf8).span.bytes, providerName: path, parsingOptions: .default)
        } catch {
            throw .unreadable(file: path, reason: Self.reason(error))
        }
        guard let mapping = root?.mapping else { return }
        for (key, value) in mapping {
            let name = key.string ?? ""
            if parts.contains(name), let part = value.mapping {
                let allowed = settings.union(ownSettings[name] ?? [])
                for (inner, _) in part { try check(inner, prefix: "\(name).", allowed: allowed) }
            } else if parts.contains(name) {
                throw .wrongValue(
                    name: name, source: .file(path, key: name), value: value.string, allowed: "settings of this service"
                )
            } else {
                try check(key, prefix: "", allowed: settings.union(topSettings), also: parts)
            }
        }
    }

    private func check(
        _ key: Node, prefix: String, allowed: Set<String>, also others: Set<String> = []
    ) throws(ConfigurationError) {
        let name = key.string ?? ""
        guard !allowed.contains(name) else { return }
        let suggestion = Spelling.closest(to: name, among: allowed.union(others))
        throw .unknownKey(
            name: prefix + name, file: path, line: key.mark?.line ?? 0, suggestion: suggestion.map { prefix + $0 })
    }

    private static func read(_ path: String) throws(ConfigurationError) -> String {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw .unreadable(file: path, reason: "there is no such file, or it must not be read")
        }
        defer { try? handle.close() }
        let data: Data
        do { data = try handle.read(upToCount: maximumBytes + 1) ?? Data() } catch {
            throw .unreadable(file: path, reason: "it cannot be read")
        }
        guard data.count <= maximumBytes else {
            throw .unreadable(file: path, reason: "it has more than \(maximumBytes) bytes")
        }
        guard let text = String(bytes: data, encoding: .utf8) else {
            throw .unreadable(file: path, reason: "it is not UTF-8")
        }
        return text
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
            YamlError.composer(_, let problem, let mark, _):
            "line \(mark.line): \(problem)"
        case YamlError.reader(let problem, let offset, _, _):
            "it is not YAML: \(problem)" + (offset.map { " at byte \($0)" } ?? "")
        case YamlError.duplicatedKeysInMapping(let keys, let context):
            "line \(context.mark.line): \(keys.joined(separator: ", ")) is there twice"
        default: "it is not YAML: \(error)".split(separator: "\n").first.map(String.init) ?? "it is not YAML"
        }
    }
}
