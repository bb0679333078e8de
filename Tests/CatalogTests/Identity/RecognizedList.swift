import HearthModel
import Synchronization
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// One list, or several read as one: its entries, and the items that they are links to.
struct RecognizedList {
    let entries: [M3UEntry]
    let items: [PlaylistItem]
    let refused: Int
    /// Guide ids that stand for too many channels to be an identity.
    let shared: Int

    init(_ entries: [M3UEntry], refused: Int = 0, list: String = "") {
        (self.entries, self.refused) = (entries, refused)
        var statistics = PlaylistStatistics(list: list)
        for entry in entries { statistics.note(entry) }
        shared = statistics.guideIDs.shared().count
        var reader = EntryRecognizer(source: "list", statistics: statistics)
        items = entries.map { reader.item(for: $0) }
    }

    init(_ paths: [String]) throws {
        let lists = try paths.map { Playlist(try SharedData.bytes($0)) }
        self.init(lists.flatMap(\.entries), refused: lists.reduce(0) { $0 + $1.refused.count })
    }

    /// What files list, which is had for a tenth of the time of recognizing it.
    static func entries(of paths: some Sequence<String>) throws -> [M3UEntry] {
        try paths.flatMap { Playlist(try SharedData.bytes($0)).entries }
    }

    /// What was read of the data, by name: several tests look at the same large lists.
    private static let known = Mutex<[String: RecognizedList]>([:])

    /// A list of the data or all lists of a folder, recognized once for all tests.
    static func real(_ name: String) throws -> RecognizedList {
        if let list = known.withLock({ $0[name] }) { return list }
        // Not under the lock, so that tests of other lists go on.
        let list = try RecognizedList(paths(name))
        known.withLock { $0[name] = list }
        return list
    }

    /// A list of the data, or all lists of a folder.
    static func paths(_ name: String) throws -> [String] {
        name.hasSuffix("m3u") || name.hasSuffix("m3u8")
            ? ["m3u/" + name] : try SharedData.files(under: "m3u/" + name, endings: ["m3u"])
    }

    var ids: Set<DerivedID> { Set(items.map(\.id)) }

    func count(_ kind: ContentKind) -> Int { items.count { $0.kind == kind } }

    /// Titles whose guide id says something, or does not.
    func ids(byGuide: Bool) -> Set<DerivedID> {
        Set(zip(items, entries).filter { (GuideID($0.1.guideID) != nil) == byGuide }.map(\.0.id))
    }

    /// The items that are not among these, each with all ways to know it.
    func candidates(without ids: Set<DerivedID>) -> [RenameFinder.Candidate] {
        var rungs: [DerivedID: Set<MatchKey>] = [:]
        for item in items where !ids.contains(item.id) { rungs[item.id, default: []].formUnion(item.rungs) }
        return rungs.map { RenameFinder.Candidate(id: $0.key, rungs: Array($0.value)) }
    }

    /// The items that are among these, each with all ways to know it.
    func candidates(among ids: Set<DerivedID>) -> [RenameFinder.Candidate] {
        candidates(without: self.ids.subtracting(ids))
    }

    /// What becomes of this list's ids when another comes in its place.
    func moved(to new: RecognizedList) -> [DerivedID: (id: DerivedID, by: MatchKey.Kind)] {
        RenameFinder.find(gone: candidates(without: new.ids), new: new.candidates(without: ids))
    }

    /// What becomes in the end of those ids of this list that another has neither as they are nor renamed.
    func joined(
        in new: RecognizedList, without renamed: Set<DerivedID>
    ) -> [DerivedID: (id: DerivedID, by: MatchKey.Kind)] {
        RenameFinder.joined(
            gone: candidates(without: new.ids.union(renamed)), there: new.candidates(among: new.ids))
    }
}
