internal import Household

/// Finds guide ids that stand for too many channels to be an identity.
///
/// Lists give one id to whole groups ("24-7.dummy", or "news18.com" for six channels of one company), and a hostile one could
/// give it to everything. Such an id still finds a guide, but the name is what tells the channels apart. A list is read into
/// the census before its ids are made, so the result does not depend on the order.
package struct GuideIDCensus: Sendable {
    /// An id with more different names is no identity: one channel is seldom written in more ways.
    package static let maximumNames = 4

    /// More ids than any list has are not counted.
    private static let maximumIDs = 1_000_000
    /// Names are compared up to this length.
    private static let maximumNameCharacters = 60

    /// The first title of each id: nearly all ids have only one, and it need not be cleaned then.
    private var first: [UInt64: String] = [:]
    /// The names of the others, cleaned, as hashes.
    private var names: [UInt64: Set<UInt64>] = [:]

    package init() {}

    /// Counts one entry of a list.
    package mutating func note(guideID: String, name: String) {
        guard !guideID.isEmpty, let id = GuideID(guideID) else { return }
        let key = Self.hash(id)
        let name = name.cut(toCharacters: Self.maximumNameCharacters).text
        guard let known = first[key] else {
            if first.count < Self.maximumIDs { first[key] = name }
            return
        }
        guard known != name else { return }
        var found = names[key] ?? [Self.hash(name: known)]
        guard found.count <= Self.maximumNames else { return }
        found.insert(Self.hash(name: name))
        names[key] = found
    }

    /// True when the id is no identity.
    package func isShared(_ id: GuideID) -> Bool {
        names[Self.hash(id)].map { $0.count > Self.maximumNames } ?? false
    }

    /// How many ids are none.
    package var sharedCount: Int { names.values.count { $0.count > Self.maximumNames } }

    private static func hash(_ id: GuideID) -> UInt64 {
        WordHash.extend(WordHash.seed, id.normalized.utf8)
    }

    private static func hash(name: String) -> UInt64 {
        WordHash.of(TitleCleaner.clean(name, style: .channel).title)
    }
}
