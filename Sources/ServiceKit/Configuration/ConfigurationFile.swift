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
    /// By key: `log-level` at the top level, `catalog.log-level` in a section.
    private let values: [String: Value]
    /// Where each value begins, `3:12`.
    private let positions: [String: String]

    /// A key's value, before a setting parses it.
    enum Value: Sendable {
        case text(String)
        case list([String])
        case section
    }

    /// The maximum file size, in bytes.
    static let maximumBytes = 1 << 20

    /// Reads a file and rejects unknown keys.
    ///
    /// - Parameters:
    ///   - settings: the names allowed at the top level and in every service's section.
    ///   - topSettings: the names allowed at the top level only.
    ///   - sections: further sections, with all names that are allowed in them.
    ///   - parts: the services' names.
    ///   - ownSettings: the names allowed in one service's section only, by service.
    /// - Throws: ``ConfigurationError``.
    public init(
        path: String, settings: Set<String>, topSettings: Set<String> = [], sections: [String: Set<String>] = [:],
        parts: Set<String>, ownSettings: [String: Set<String>] = [:]
    ) throws(ConfigurationError) {
        self.path = path
        let root = try Self.root(path)
        var values: [String: Value] = [:]
        var positions: [String: String] = [:]
        for (key, node) in root {
            let name = key.string ?? ""
            guard parts.contains(name) || sections[name] != nil else {
                try Self.check(key, path, allowed: settings.union(topSettings), also: parts.union(sections.keys))
                values[name] = try Self.value(node, name, path)
                positions[name] = Self.position(node)
                continue
            }
            guard let section = node.mapping else {
                throw .wrongValue(
                    name: name, source: .file("\(path):\(Self.position(node))", key: name), value: node.string,
                    allowed: "settings of this service")
            }
            for (key, node) in section {
                try Self.check(
                    key, path, prefix: "\(name).", allowed: sections[name] ?? settings.union(ownSettings[name] ?? []))
                let inner = "\(name).\(key.string ?? "")"
                values[inner] = try Self.value(node, inner, path)
                positions[inner] = Self.position(node)
            }
        }
        (self.values, self.positions) = (values, positions)
    }

    /// The file and the place in it where a key's value begins: `/etc/hearth.yaml:3:12`.
    func place(of key: String) -> String { positions[key].map { "\(path):\($0)" } ?? path }

    private static func position(_ node: Node) -> String { node.mark.map { "\($0.line):\($0.column)" } ?? "1:1" }

    /// A key's value; nil when the file does not have the key.
    subscript(key: String) -> Value? { values[key] }

    private static func root(_ path: String) throws(ConfigurationError) -> Node.Mapping {
        let text = try read(path)
        let document: Node?
        do { document = try Yams.compose(yaml: text) } catch {
            throw unreadable(path, error)
        }
        guard let root = document, root.tag != Tag(.null) else { return [:] }
        guard let mapping = root.mapping else {
            throw .unreadable(file: path, reason: "it is not YAML: Top level YAML value is not a mapping.")
        }
        return mapping
    }

    private static func value(_ node: Node, _ name: String, _ path: String) throws(ConfigurationError) -> Value {
        if let scalar = node.scalar { return .text(scalar.string) }
        guard let sequence = node.sequence else { return .section }
        let texts = sequence.compactMap { $0.scalar?.string }
        guard texts.count == sequence.count else {
            throw .unreadable(
                file: "\(path):\(position(node))", reason: "\(name) is not a list of single values")
        }
        return .list(texts)
    }

    private static func check(
        _ key: Node, _ path: String, prefix: String = "", allowed: Set<String>, also others: Set<String> = []
    ) throws(ConfigurationError) {
        let name = key.string ?? ""
        guard !allowed.contains(name) else { return }
        let suggestion = Spelling.closest(to: name, among: allowed.union(others))
        throw .unknownKey(
            name: prefix + name, file: path, line: key.mark?.line ?? 0, column: key.mark?.column ?? 0,
            suggestion: suggestion.map { prefix + $0 })
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

    private static func unreadable(_ path: String, _ error: any Error) -> ConfigurationError {
        switch error {
        case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
            YamlError.composer(_, let problem, let mark, _):
            return .unreadable(file: "\(path):\(mark.line):\(mark.column)", reason: problem)
        case YamlError.duplicatedKeysInMapping(let keys, let context):
            return .unreadable(
                file: "\(path):\(context.mark.line):\(context.mark.column)",
                reason: "\(keys.joined(separator: ", ")) is there twice")
        case YamlError.reader(let problem, let offset, _, _):
            let place = offset.map { " at byte \($0)" } ?? ""
            return .unreadable(file: path, reason: "it is not YAML: \(problem)\(place)")
        default:
            let reason = "it is not YAML: \(error)".split(separator: "\n").first.map(String.init)
            return .unreadable(file: path, reason: reason ?? "it is not YAML")
        }
    }
}
