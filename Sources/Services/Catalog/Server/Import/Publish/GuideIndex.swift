internal import CatalogRecognition

/// Matches a playlist's channels with the channels of all guides.
struct GuideIndex: Sendable {
    /// A match and its reason.
    struct Match: Sendable {
        var channel: Int64
        var rule: GuideMatch.Rule
    }

    /// One guide.
    private struct Guide: Sendable {
        var matcher = GuideMatcher()
        var channels: [String: Int64] = [:]
    }

    /// The guides with future programmes, and those without.
    private var guides: [Guide] = []
    private var pastGuides: [Guide] = []
    /// The channels with future programmes; nil where all count.
    private let live: Set<Int64>?

    /// Makes an index of channels that are sorted by source.
    ///
    /// - Parameter live: the channels with future programmes; nil when all count as such.
    init(_ channels: [GuideStore.Channel], live: Set<Int64>? = nil) {
        self.live = live
        var (guide, source): (Guide, Int64?) = (Guide(), nil)
        for channel in channels {
            if channel.source != source {
                add(guide)
                (guide, source) = (Guide(), channel.source)
            }
            guide.channels[channel.name] = channel.id
            guide.matcher.add(id: channel.name, names: channel.names.split(separator: "\n").map(String.init))
        }
        add(guide)
    }

    private mutating func add(_ guide: Guide) {
        guard !guide.channels.isEmpty else { return }
        let isPast = live.map { live in !guide.channels.values.contains { live.contains($0) } } ?? false
        if isPast { pastGuides.append(guide) } else { guides.append(guide) }
    }

    /// The guide channel for a playlist's channel, by one entry's data: one with future programmes before one without,
    /// then the strongest rule, then the older guide.
    ///
    /// Ids are tried in all guides before names: a name in one guide is worth less than an id in another. An expired
    /// guide keeps no channel from a current one.
    func match(guideID: String?, names: [String], country: String?) -> Match? {
        for guides in [guides, pastGuides] {
            if let guideID, let match = best(in: guides, { $0.match(guideID: guideID, names: [], country: country) }) {
                return match
            }
            if let match = best(in: guides, { $0.match(guideID: "", names: names, country: country) }) { return match }
        }
        return nil
    }

    private func best(in guides: [Guide], _ match: (GuideMatcher) -> GuideMatch?) -> Match? {
        var best: (match: Match, rank: (Int, Int))?
        for guide in guides {
            guard let found = match(guide.matcher), let channel = guide.channels[found.channel] else { continue }
            let rank = (live?.contains(channel) ?? true ? 0 : 1, Self.rank(found.rule))
            if let best, best.rank <= rank { continue }
            best = (Match(channel: channel, rule: found.rule), rank)
        }
        return best?.match
    }

    /// The rank of a rule; the strongest has the lowest.
    static func rank(_ rule: GuideMatch.Rule) -> Int { GuideMatch.Rule.allCases.firstIndex(of: rule) ?? .max }
}
