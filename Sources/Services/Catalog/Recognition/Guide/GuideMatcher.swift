package import CatalogFormats
internal import TextFolding

/// The guide channel of a list's channel, and the reason.
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

/// Finds the guide channel of a list's channel: by id, by id ignoring case, by id without the feed's picture size, and
/// at last by name.
///
/// A name that several channels of the guide have matches only one of the requested country, and a name alone never one
/// of another: another channel's programme is worse than none. A channel's country comes from the suffix of its id
/// (".uk") or its name ("UK: BBC One").
package struct GuideMatcher: Sendable {
    private var exact: Set<String> = []
    private var folded: [String: String] = [:]
    private var feeds: [String: Set<String>] = [:]
    private var names: [UInt64: Set<String>] = [:]
    /// The countries of the guide's channels, ISO 3166-1 alpha-2.
    private var countries: [String: String] = [:]

    package init() {}

    /// Adds a channel of the guide; an id may be added several times.
    package mutating func add(id: String, names: [String]) {
        exact.insert(id)
        let lower = id.trimmingSpaces().lowercased()
        folded[lower] = folded[lower].map { min($0, id) } ?? id
        if let guideID = GuideID(id) { feeds[guideID.normalized, default: []].insert(id) }
        if let country = Self.country(ofID: id) { countries[id] = country }
        for name in names {
            let (key, country) = Self.read(name)
            if key != WordHash.seed { self.names[key, default: []].insert(id) }
            if countries[id] == nil, let country { countries[id] = country }
        }
    }

    /// Adds a channel of the guide.
    package mutating func add(_ channel: XMLTVChannel) {
        add(id: channel.id, names: channel.names.map(\.text))
    }

    /// The number of channels.
    package var count: Int { exact.count }

    /// The guide channel of a list's channel.
    ///
    /// - Parameters:
    ///   - guideID: `tvg-id`; may be empty.
    ///   - names: `tvg-name`, the title: tried in order.
    ///   - country: ISO 3166-1 alpha-2; without it, the one in a name. Decides between channels of one name.
    package func match(guideID: String, names: [String], country: String? = nil) -> GuideMatch? {
        let trimmed = guideID.trimmingSpaces()
        if !trimmed.isEmpty {
            if exact.contains(trimmed) { return GuideMatch(channel: trimmed, rule: .exactID) }
            if let id = folded[trimmed.lowercased()] { return GuideMatch(channel: id, rule: .foldedID) }
            if let guideID = GuideID(trimmed), let found = feeds[guideID.normalized], let id = found.min() {
                return GuideMatch(channel: id, rule: .feedID)
            }
        }
        for name in names {
            let (key, ownCountry) = Self.read(name)
            guard let found = self.names[key] else { continue }
            if let id = choose(from: found, country: country ?? ownCountry) {
                return GuideMatch(channel: id, rule: .name)
            }
        }
        return nil
    }

    /// The only channel of a name, unless it is of another country; of several the only one of that country.
    private func choose(from ids: Set<String>, country: String?) -> String? {
        if ids.count == 1, let id = ids.first {
            let other = countries[id]
            return country == nil || other == nil || country == other ? id : nil
        }
        guard let country else { return nil }
        let found = ids.filter { countries[$0] == country }
        return found.count == 1 ? found.first : nil
    }

    /// The country suffix of "Discovery.de" or "BBCNews.uk@Europe".
    private static func country(ofID id: String) -> String? {
        let base = id.prefix { $0 != "@" }
        guard let dot = base.lastIndex(of: "."), dot > base.startIndex else { return nil }
        let ending = base[base.index(after: dot)...]
        return ending.utf8.count == 2 ? TagVocabulary.shared.country(String(ending)) : nil
    }

    /// Names are compared as those of channels are: without tags of size and country, case and diacritics.
    private static func read(_ name: String) -> (key: UInt64, country: String?) {
        guard !name.isEmpty else { return (WordHash.seed, nil) }
        let clean = TitleCleaner.clean(name, style: .channel)
        return (WordHash.of(clean.title), clean.tags.country)
    }
}
