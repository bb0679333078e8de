internal import CatalogFormats
internal import TextFolding

/// Finds guide ids that several channels share, and the names under them that are not the id's own.
///
/// Lists give one id to whole groups ("24-7.dummy", or "news18.com" for six channels of one company) or a wrong one to
/// a channel ("Arena Sport 2" has that of Antena 3), and a hostile one could give it to everything. Such an id still
/// finds a guide, but the name tells the channels apart. The statistics of a list are complete before its ids are made,
/// so the result does not depend on the order.
package struct GuideIDStatistics: Sendable {
    /// An id with more different names is not an identity: one channel is seldom written in more ways.
    package static let maximumNames = 4

    /// Beyond this, ids are not counted, nor compared if they have several names.
    private static let maximumIDs = 1_000_000
    private static let maximumMultipleNames = 100_000
    /// The compared length of names.
    private static let maximumNameCharacters = 60

    /// An id, and the first title under it: nearly all ids have only one, which then need not be cleaned.
    private struct First {
        var id: GuideID
        var title: String
        /// Of all entries under the id.
        var signs: ChannelSignals
    }

    /// An id with several names.
    private struct Several {
        var id: GuideID
        /// The cleaned names, by hash; of equivalent spellings the first in the alphabet.
        var names: [UInt64: String] = [:]
        /// The tags in the titles.
        var signs = ChannelSignals()

        mutating func note(_ clean: CleanTitle) {
            let key = WordHash.of(clean.title)
            names[key] = names[key].map { min($0, clean.title) } ?? clean.title
            signs.add(clean.tags)
        }
    }

    private var first: [UInt64: First] = [:]
    private var several: [UInt64: Several] = [:]

    package init() {}

    /// Counts one entry of a list.
    package mutating func note(guideID: String, name: String) {
        guard !guideID.isEmpty, let id = GuideID(guideID) else { return }
        note(id, name, ChannelSignals())
    }

    /// Counts one entry of a list.
    ///
    /// - Parameter signs: its signals beside the title.
    package mutating func note(_ id: GuideID, _ name: String, _ signs: ChannelSignals) {
        let key = Self.hash(id)
        let title = name.cut(toCharacters: Self.maximumNameCharacters).text
        guard let known = first[key]?.title else {
            if first.count < Self.maximumIDs { first[key] = First(id: id, title: title, signs: signs) }
            return
        }
        first[key]?.signs.add(signs)
        guard known != title, several[key] != nil || several.count < Self.maximumMultipleNames else { return }
        guard several[key].map({ $0.names.count <= Self.maximumNames }) ?? true else { return }
        if several[key] == nil {
            several[key] = Several(id: id)
            several[key]?.note(Self.cleaned(known))
        }
        several[key]?.note(Self.cleaned(title))
    }

    /// The shared ids of the whole list.
    package func shared() -> SharedGuideIDs {
        var (ids, strangers): (Set<UInt64>, [UInt64: Set<UInt64>]) = ([], [:])
        for (key, found) in several where !found.id.needsName {
            guard found.names.count <= Self.maximumNames else {
                ids.insert(key)
                continue
            }
            let names = Self.strangers(among: found.names, under: found.id.normalized)
            if !names.isEmpty { strangers[key] = names }
        }
        var national: Set<UInt64> = []
        for (key, found) in first where found.signs.countries.count > 1 && Self.isName(found.id, of: found.title) {
            national.insert(key)
        }
        let count = several.values.count { $0.names.count > 1 && !$0.id.needsName }
        return SharedGuideIDs(ids: ids, strangers: strangers, national: national, multipleNamesCount: count)
    }

    /// Whether an id is just the name, as "metrotv" of "Metro TV", or a number of the list's own: channels of several
    /// countries may share it. One that names a country or feed is the same channel everywhere in the list.
    private static func isName(_ id: GuideID, of title: String) -> Bool {
        if id.needsName { return true }
        guard !id.hasFeed, id.country == nil else { return false }
        return FoldedText(id.normalized).compact == FoldedText(cleaned(title).title).compact
    }

    /// The channels by name; without ids that are shared by too many channels.
    ///
    /// - Parameter shared: the result of ``shared()``.
    package func namesakes(_ shared: SharedGuideIDs) -> ChannelNameIndex {
        var namesakes = ChannelNameIndex()
        for (key, found) in first {
            var channel = ChannelNameIndex.Channel(guideID: found.id, isShared: found.id.needsName, signs: found.signs)
            channel.isNational = shared.isNational(found.id)
            guard let several = several[key] else {
                let clean = Self.cleaned(found.title)
                channel.signs.add(clean.tags)
                namesakes.note(FoldedText(clean.title), of: channel)
                continue
            }
            guard several.names.count <= Self.maximumNames else { continue }
            channel.signs.add(several.signs)
            for (name, title) in several.names {
                channel.isShared = found.id.needsName || shared.isForeignName(name, under: key)
                namesakes.note(FoldedText(title), of: channel)
            }
        }
        return namesakes
    }

    /// The names that neither match the id, nor resemble one that does. Where none matches it, all of them, unless they
    /// resemble each other.
    private static func strangers(among names: [UInt64: String], under id: String) -> Set<UInt64> {
        guard names.count > 1 else { return [] }
        let words = GuideIDWords(id)
        let read = names.mapValues(ChannelName.init)
        var own = Set(read.filter { words.agrees(with: $0.value) }.keys)
        let isKnown = !own.isEmpty
        if !isKnown, let any = read.keys.first { own.insert(any) }
        var isGrowing = true
        while isGrowing {
            let more = read.filter { key, name in
                !own.contains(key) && own.contains { read[$0]?.agrees(with: name) ?? false }
            }
            own.formUnion(more.keys)
            isGrowing = !more.isEmpty
        }
        return isKnown || own.count == names.count ? Set(names.keys).subtracting(own) : Set(names.keys)
    }

    fileprivate static func hash(_ id: GuideID) -> UInt64 {
        WordHash.extend(WordHash.seed, id.normalized.utf8)
    }

    fileprivate static func hash(title: String) -> UInt64 {
        WordHash.of(cleaned(title.cut(toCharacters: maximumNameCharacters).text).title)
    }

    private static func cleaned(_ title: String) -> CleanTitle { TitleCleaner.clean(title, style: .channel) }
}

/// The guide ids of a list that are no identity, for all names or for some.
package struct SharedGuideIDs: Sendable {
    fileprivate let ids: Set<UInt64>
    /// The hashes of names that are not the id's own, by the id's hash.
    fileprivate let strangers: [UInt64: Set<UInt64>]
    /// The hashes of ids that channels of several countries share.
    fileprivate let national: Set<UInt64>
    /// The number of ids with several names.
    package let multipleNamesCount: Int

    /// The number of shared ids.
    package var count: Int { ids.count + strangers.count }

    /// Whether the id does not identify the channel.
    ///
    /// - Parameter title: as the list writes it.
    package func contains(_ id: GuideID, title: String) -> Bool {
        guard count > 0 else { return false }
        let key = GuideIDStatistics.hash(id)
        if ids.contains(key) { return true }
        return strangers[key] != nil && isForeignName(GuideIDStatistics.hash(title: title), under: key)
    }

    /// Whether an id is shared by too many channels.
    func isAnything(_ id: GuideID) -> Bool { !ids.isEmpty && ids.contains(GuideIDStatistics.hash(id)) }

    /// Whether channels of several countries share an id.
    func isNational(_ id: GuideID) -> Bool { !national.isEmpty && national.contains(GuideIDStatistics.hash(id)) }

    /// The number of such ids.
    var nationalCount: Int { national.count }

    /// Whether a name is not the id's own, by both hashes.
    fileprivate func isForeignName(_ name: UInt64, under key: UInt64) -> Bool {
        strangers[key]?.contains(name) ?? false
    }
}
