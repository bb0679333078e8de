/// Finds the channel of a guide that a playlist's channel is, among the channels of all guides.
struct GuideIndex: Sendable {
    /// A match and why.
    struct Match: Sendable {
        var channel: Int64
        var rule: GuideMatch.Rule
    }

    /// One guide.
    private struct Guide: Sendable {
        var matcher = GuideMatcher()
        var channels: [String: Int64] = [:]
    }

    private var guides: [Guide] = []

    /// Makes an index over channels that are sorted by their source.
    init(_ channels: [GuideStore.Channel]) {
        var source: Int64?
        for channel in channels {
            if channel.source != source {
                guides.append(Guide())
                source = channel.source
            }
            let last = guides.count - 1
            guides[last].channels[channel.name] = channel.id
            guides[last].matcher.add(id: channel.name, names: channel.names.split(separator: "\n").map(String.init))
        }
    }

    /// The guide's channel for one of the playlist's, by what one entry says: the surest rule counts, then the older guide.
    ///
    /// Ids are tried in all guides before names are: a name in one guide is worth less than an id in another.
    func match(guideID: String?, names: [String], country: String?) -> Match? {
        var best: Match?
        if let guideID { consider(&best) { $0.match(guideID: guideID, names: [], country: country) } }
        if best == nil { consider(&best) { $0.match(guideID: "", names: names, country: country) } }
        return best
    }

    private func consider(_ best: inout Match?, _ match: (GuideMatcher) -> GuideMatch?) {
        for guide in guides {
            guard let found = match(guide.matcher), let channel = guide.channels[found.channel],
                best.map({ Self.rank(found.rule) < Self.rank($0.rule) }) ?? true
            else { continue }
            best = Match(channel: channel, rule: found.rule)
        }
    }

    /// The surest rule has the lowest rank.
    static func rank(_ rule: GuideMatch.Rule) -> Int { GuideMatch.Rule.allCases.firstIndex(of: rule) ?? .max }
}
