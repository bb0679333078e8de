package import CatalogFormats
internal import TextFolding

/// Finds groups of a list in which every title has its rank in front: "1. The Shawshank Redemption", "#12 - Heat".
///
/// Lists of top films are written so. The rank is no part of a film's title, and changes from week to week. A single
/// title proves nothing ("7. Koğuştaki Mucize" is a title), a whole group does. The statistics of a list are complete
/// before its ids are made, so the result does not depend on the order.
package struct RankStatistics: Sendable {
    /// The counts of a group.
    private struct Group {
        var titles = 0
        var ranked = 0
        var ranks: Set<Int> = []
        /// The titles behind the numbers, as hashes.
        var names: Set<UInt64> = []

        mutating func note(_ title: String) {
            titles += 1
            guard mayBegin(title) else { return }
            let text = FoldedText(title)
            guard let start = endOfRank(text), let rank = text.words[0].number else { return }
            ranked += 1
            ranks.insert(rank)
            if names.count < RankStatistics.countedNames { names.insert(text.hash(of: start..<text.words.count)) }
        }
    }

    private var groups: [String: Group] = [:]

    /// More groups and longer names are not counted.
    private static let maximumGroups = 20_000
    private static let maximumGroupBytes = 200
    /// There are at most as many ranks, so more names need not be told apart.
    private static let countedNames = 1_000
    /// Fewer numbered titles are a coincidence.
    private static let minimumRanked = 5
    /// The valid ranks.
    private static let ranks = 1...1_000

    package init() {}

    /// Counts one entry of a list.
    package mutating func note(_ entry: M3UEntry) {
        let name = entry.groupText
        if groups[name] == nil {
            guard groups.count < Self.maximumGroups, name.utf8.count <= Self.maximumGroupBytes else { return }
        }
        groups[name, default: Group()].note(entry.title)
    }

    /// Whether the titles of a group, by the list's name of it, are ranked: nearly all, with distinct numbers and
    /// names. "24 - S01E01", "24 - S01E02" are not, nor are "1. Teil", "2. Teil".
    func isRanked(_ group: String) -> Bool {
        guard let found = groups[group], found.ranked >= Self.minimumRanked else { return false }
        // A group of more than a thousand has no more ranks than a thousand.
        let most = min(found.ranked, Self.countedNames) * 4
        return found.ranked * 10 >= found.titles * 9 && found.ranks.count * 5 >= most && found.names.count * 5 >= most
    }

    /// Cheap, as most titles begin otherwise.
    private static func mayBegin(_ title: String) -> Bool {
        guard let first = title.utf8.first(where: { !$0.isSpace }) else { return false }
        return first.isDigit || first == UInt8(ascii: "#")
    }

    /// The start of a title behind a rank: "1. ", "12) ", "3 - ", "#4 ", "005 ". nil when it has none.
    static func endOfRank(_ text: FoldedText) -> Int? {
        guard text.words.count > 1, let rank = text.words[0].number, ranks.contains(rank), text.words[0].group == 0,
            !EpisodeMarker.isUnit(text.words[1])
        else { return nil }
        let gap = text.gap(before: 1)
        if text.gap(before: 0).contains(UInt8(ascii: "#")) || text.folded[text.words[0].foldedRange].first == 0x30 {
            return 1
        }
        // "11.22.63", "9.5 Weeks".
        if gap.first == UInt8(ascii: "."), gap.count > 1 || text.words[1].number == nil { return 1 }
        let isDash = gap.contains(UInt8(ascii: "-")) && gap.contains(0x20)
        return isDash || gap.first == UInt8(ascii: ")") ? 1 : nil
    }
}
