/// The scalars of a tree of maps and lists by their paths: strings in quotes, so that "10" and 10 differ.
///
/// An element of a list is found by its `name`, or by its position; a list of scalars is one value.
struct Leaves {
    private(set) var values: [String: String] = [:]

    init(_ tree: Any) { add(tree, at: "") }

    private mutating func add(_ value: Any, at path: String) {
        switch value {
        case let map as [String: Any] where !map.isEmpty:
            for (key, child) in map { add(child, at: path.isEmpty ? key : "\(path).\(key)") }
        case let list as [Any] where list.contains(where: { $0 is [String: Any] }):
            for (index, child) in list.enumerated() {
                let name = (child as? [String: Any])?["name"] as? String
                add(child, at: "\(path)[\(name ?? "\(index)")]")
            }
        case let list as [Any]: values[path] = list.map(Self.text).joined(separator: " ")
        default:
            // Two elements of one name.
            values[path] = values[path].map { "\($0), \(Self.text(value))" } ?? Self.text(value)
        }
    }

    private static func text(_ value: Any) -> String {
        switch value {
        case let text as String: "\"\(text)\""
        case let flag as Bool: "\(flag)"
        case let number as Int: "\(number)"
        default: "{}"
        }
    }

    /// Whether a leaf is right.
    typealias Rule = (String) -> Bool

    /// What is wrong: leaves without a rule, rules without a leaf, and leaves that their rule rejects.
    func problems(_ rules: [String: Rule]) -> [String] {
        values.keys.filter { rules[$0] == nil }.map { "nothing is called \($0)" }
            + rules.compactMap { path, isRight in
                guard let value = values[path] else { return "\(path) is missing" }
                return isRight(value) ? nil : "\(path): \(value)"
            }
    }

    /// A text, or a list of texts, as it stands here.
    static func exactly(_ texts: String...) -> Rule {
        { $0 == texts.map { "\"\($0)\"" }.joined(separator: " ") }
    }

    /// A number or flag as it stands here.
    static func plain(_ value: String) -> Rule { { $0 == value } }

    static func number(_ range: ClosedRange<Int>) -> Rule { { Int($0).map(range.contains) == true } }

    /// An amount of Kubernetes, of bytes: `64Mi`, `1Gi`.
    static func bytes(_ range: ClosedRange<Int>) -> Rule {
        { text in
            let units = ["Mi\"": 1 << 20, "Gi\"": 1 << 30]
            guard text.hasPrefix("\""), let unit = units[String(text.suffix(3))],
                let number = Int(text.dropFirst().dropLast(3)), number > 0
            else { return false }
            return range.contains(number * unit)
        }
    }

    /// An amount of Kubernetes, of processors in thousandths: `50m`, `"2"`.
    static func processors(_ range: ClosedRange<Int>) -> Rule {
        { text in
            guard text.hasPrefix("\""), text.hasSuffix("\"") else { return false }
            let amount = text.dropFirst().dropLast()
            let thousandths = amount.hasSuffix("m") ? Int(amount.dropLast()) : Int(amount).map { $0 * 1000 }
            return thousandths.map(range.contains) == true
        }
    }
}
