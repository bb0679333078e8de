internal import Household

/// Which channel of a guide belongs to a channel of a list, and why.
package struct GuideMatch: Sendable, Equatable {
    package enum Rule: String, Sendable, CaseIterable {
        case exactID = "the same guide id"
        case foldedID = "the same guide id but for its case"
        case feedID = "the same guide id but for the picture size of its feed"
        case name = "the same name"
    }

    /// The guide's channel, as its programmes name it.
    package var channel: String
    package var rule: Rule

    package init(channel: String, rule: Rule) {
        (self.channel, self.rule) = (channel, rule)
    }
}

/// Finds the guide's channel for a channel of a list: by id, by id without regard to case, by id without the feed's picture
/// size, and at last by name.
///
/// A name that several channels of the guide have matches only one whose id ends in the wanted country (".uk"): another's
/// programme is worse than none.
package struct GuideMatcher: Sendable {
    private var exact: Set<String> = []
    private var folded: [String: String] = [:]
    private var feeds: [String: Set<String>] = [:]
    private var names: [UInt64: Set<String>] = [:]

    package init() {}

    /// Takes in a channel of the guide; one id may come several times.
    package mutating func add(id: String, names: [String]) {
        exact.insert(id)
        let lower = id.trimmingSpaces().lowercased()
        folded[lower] = folded[lower].map { min($0, id) } ?? id
        if let guideID = GuideID(id) { feeds[guideID.normalized, default: []].insert(id) }
        for name in names {
            let key = Self.key(name)
            if key != WordHash.seed { self.names[key, default: []].insert(id) }
        }
    }

    /// Takes in a channel of the guide.
    package mutating func add(_ channel: XMLTVChannel) {
        add(id: channel.id, names: channel.names.map(\.text))
    }

    /// How many channels there are.
    package var count: Int { exact.count }

    /// The guide's channel for a channel of a list.
    ///
    /// - Parameters:
    ///   - guideID: `tvg-id`; may be empty.
    ///   - names: `tvg-name`, the title: tried in order.
    ///   - country: ISO 3166-1 alpha-2; decides between channels of one name.
    package func match(guideID: String, names: [String], country: String? = nil) -> GuideMatch? {
        let trimmed = guideID.trimmingSpaces()
        if !trimmed.isEmpty {
            if exact.contains(trimmed) { return GuideMatch(channel: trimmed, rule: .exactID) }
            if let id = folded[trimmed.lowercased()] { return GuideMatch(channel: id, rule: .foldedID) }
            if let wanted = GuideID(trimmed), let found = feeds[wanted.normalized], let id = found.min() {
                return GuideMatch(channel: id, rule: .feedID)
            }
        }
        for name in names {
            guard let found = self.names[Self.key(name)] else { continue }
            if found.count == 1, let id = found.first { return GuideMatch(channel: id, rule: .name) }
            if let id = choose(from: found, country: country) { return GuideMatch(channel: id, rule: .name) }
        }
        return nil
    }

    /// Of several channels of one name the only one of that country.
    private func choose(from ids: Set<String>, country: String?) -> String? {
        guard let country else { return nil }
        let endings = country == "GB" ? [".uk", ".gb"] : [".\(country.lowercased())"]
        let found = ids.filter { id in
            let base = id.lowercased().split(separator: "@").first ?? ""
            return endings.contains { base.hasSuffix($0) }
        }
        return found.count == 1 ? found.first : nil
    }

    /// Names are compared as those of channels are: without tags of size and country, case and diacritics.
    private static func key(_ name: String) -> UInt64 {
        name.isEmpty ? WordHash.seed : WordHash.of(TitleCleaner.clean(name, style: .channel).title)
    }
}
