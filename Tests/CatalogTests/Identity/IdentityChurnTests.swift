import Foundation
import HearthModel
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Lists in whose place another comes: which ids stay, which lead to another, and whether that is right.
struct IdentityChurnTests {
    @Test
    func `ids of 2022 in the list of 2026`() throws {
        let (old, new) = try (RecognizedList.real("iptv-org-2022-02"), RecognizedList.real("iptv-org-2026-08"))
        let (kept, moved) = (old.ids.intersection(new.ids), old.moved(to: new))
        let joined = old.joined(in: new, without: Set(moved.keys))
        let byKind = Dictionary(grouping: moved.values, by: \.by).mapValues(\.count)
        print(
            "ids: \(old.ids.count) in 2022, \(new.ids.count) in 2026, \(kept.count) kept, \(moved.count) found again \(byKind), "
                + "\(joined.count) in others"
        )
        try Self.write(old, new, moved, joined)
        #expect(kept.count == 2412)
        #expect(moved.count == 918)
        #expect(joined.count == 57)
    }

    /// A line for each title of both lists, for who wants to read what was decided; `HEARTH_FILE_TABLE` names the folder.
    private static func write(
        _ old: RecognizedList, _ new: RecognizedList, _ moved: [DerivedID: (id: DerivedID, by: MatchKey.Kind)],
        _ joined: [DerivedID: (id: DerivedID, by: MatchKey.Kind)]
    ) throws {
        guard let folder = ProcessInfo.processInfo.environment["HEARTH_FILE_TABLE"] else { return }
        var lines = ["list\tdecision\tid\tbecomes\tby\tname\tguide id\tgroup\taddress"]
        for (list, reading, other) in [("old", old, new), ("new", new, old)] {
            let others = other.ids
            let targets = Set(moved.values.map(\.id))
            for (item, entry) in zip(reading.items, reading.entries) {
                let next = list == "old" ? moved[item.id] ?? joined[item.id] : nil
                let isMoved = list == "old" ? moved[item.id] != nil : targets.contains(item.id)
                let decision =
                    others.contains(item.id)
                    ? "kept" : isMoved ? "moved" : next != nil ? "joined" : list == "old" ? "gone" : "new"
                lines.append(
                    [
                        list, decision, item.id.description, next?.id.description ?? "", next.map { "\($0.by)" } ?? "",
                        entry.title, entry.guideID, entry.groupText, entry.address,
                    ].map { $0.replacing("\t", with: " ") }.joined(separator: "\t"))
            }
        }
        try Data((lines.joined(separator: "\n") + "\n").utf8)
            .write(to: URL(filePath: folder).appending(path: "identity.tsv"))
    }

    // MARK: Copies

    /// What a provider does to a list between two refreshes.
    enum Change: String, CaseIterable {
        /// Another order.
        case shuffled
        /// New tokens, accounts and ports in addresses.
        case retokenised
        /// Names written in another way: capitals, "and" for "&", another size behind them.
        case rewritten
        /// New names where there is a guide id.
        case renamedWithGuide
        /// New names where there is none.
        case renamedWithoutGuide
        /// Another host and path, and no guide id any more.
        case rehosted

        fileprivate func applies(to entry: M3UEntry) -> Bool {
            switch self {
            case .renamedWithGuide: GuideID(entry.guideID) != nil
            case .renamedWithoutGuide: GuideID(entry.guideID) == nil
            default: true
            }
        }

        fileprivate func apply(_ entry: inout M3UEntry, number: Int, using generator: inout SeededGenerator) {
            switch self {
            case .shuffled: break
            case .retokenised:
                let end = entry.address.firstIndex { $0 == "?" || $0 == "#" } ?? entry.address.endIndex
                entry.address = "\(entry.address[..<end])?token=\(generator.next())"
            case .rewritten:
                let way = Int.random(in: 0..<3, using: &generator)
                switch way {
                case 0: entry.title = entry.title.uppercased()
                case 1: entry.title = entry.title.replacing(" & ", with: " and ")
                default: entry.title += " [720p]"
                }
            case .renamedWithGuide, .renamedWithoutGuide:
                (entry.title, entry.guideName) = ("Vestibule \(number) Quartz", "")
            case .rehosted:
                (entry.guideID, entry.address) = ("", "https://cdn\(number).example/\(generator.next())/index.m3u8")
            }
        }
    }

    private struct Outcome {
        /// Titles whose id stays, leads to the right title, leads to a wrong one, or leads nowhere.
        var (kept, right, wrong, lost) = (0, 0, 0, 0)
    }

    /// A tenth of a real list (all of it where only the order or the tokens change), changed.
    private static func outcome(of change: Change, on old: RecognizedList, seed: UInt64) -> (Outcome, changed: Int) {
        var generator = SeededGenerator(seed: seed)
        let isWhole = change == .shuffled || change == .retokenised
        var copy = old.entries
        var changed: Set<Int> = []
        for index in copy.indices where change.applies(to: copy[index]) {
            guard isWhole || Int.random(in: 0..<10, using: &generator) == 0 else { continue }
            change.apply(&copy[index], number: index, using: &generator)
            changed.insert(index)
        }
        var order = Array(copy.indices)
        order.shuffle(using: &generator)
        let new = RecognizedList(order.map { copy[$0] })
        let moved = old.moved(to: new)
        let after = new.ids
        // Where the links of each title are now.
        var now: [DerivedID: Set<DerivedID>] = [:]
        for (place, index) in order.enumerated() { now[old.items[index].id, default: []].insert(new.items[place].id) }
        var outcome = Outcome()
        for id in Set(changed.map { old.items[$0].id }) {
            if after.contains(id) {
                outcome.kept += 1
            } else if let next = moved[id] {
                if now[id]?.contains(next.id) == true { outcome.right += 1 } else { outcome.wrong += 1 }
            } else {
                outcome.lost += 1
            }
        }
        return (outcome, changed.count)
    }

    /// A part of a real list, recognized once for all changes.
    private static let real = Result {
        try RecognizedList(RecognizedList.entries(of: RecognizedList.paths("iptv-org-2026-08").prefix(120)))
    }

    @Test(arguments: Change.allCases, [7, 8])
    func `a real list shuffled, with new tokens, other names and other hosts`(_ change: Change, seed: UInt64) throws {
        let list = try Self.real.get()
        let (outcome, changed) = Self.outcome(of: change, on: list, seed: seed)
        print("\(change), seed \(seed): \(changed) of \(list.entries.count) entries changed; titles \(outcome)")
        #expect(changed > 40)
        #expect(outcome.wrong == 0, "\(outcome)")
        switch change {
        case .shuffled, .retokenised: #expect(outcome.right + outcome.lost == 0, "\(outcome)")
        // Where all names under an id are other channels', it is not theirs any more.
        case .renamedWithGuide: #expect(outcome.lost == 0 && outcome.right * 50 <= outcome.kept, "\(outcome)")
        case .rewritten, .renamedWithoutGuide, .rehosted:
            #expect(outcome.lost * 10 <= outcome.kept + outcome.right, "\(outcome)")
        }
    }
}
