internal import CatalogFormats

/// The signals of a list's groups, each parsed once.
package struct GroupSignalCache: Sendable {
    private var known: [String: GroupSignals] = [:]

    /// Beyond this, group names are parsed each time.
    private static let maximumGroups = 20_000
    /// Longer names are not cached.
    private static let maximumGroupBytes = 200

    package init() {}

    /// The merged signals of an entry's groups.
    package mutating func facts(of names: [String]) -> GroupSignals {
        guard let first = names.first else { return GroupSignals() }
        var facts = facts(of: first)
        for name in names.dropFirst() { facts.merge(self.facts(of: name)) }
        return facts
    }

    private mutating func facts(of name: String) -> GroupSignals {
        if let known = known[name] { return known }
        let facts = GroupSignals(name)
        if known.count < Self.maximumGroups, name.utf8.count <= Self.maximumGroupBytes { known[name] = facts }
        return facts
    }
}
