internal import Synchronization

/// The titles that households opened last, in this run of the service: what a panel says of these is fetched first.
final class RecentlyOpenedTitles: Sendable {
    /// Titles that are remembered of a household.
    static let maximumTitles = 500

    private let titles = Mutex<[String: [String]]>([:])

    /// Notes that a member of a household looks at a title.
    func note(_ id: String, household: String) {
        titles.withLock { titles in
            var known = titles[household] ?? []
            guard known.last != id else { return }
            known.removeAll { $0 == id }
            known.append(id)
            if known.count > Self.maximumTitles { known.removeFirst() }
            titles[household] = known
        }
    }

    /// The titles that a household opened.
    func all(household: String) -> Set<String> { titles.withLock { Set($0[household] ?? []) } }
}
