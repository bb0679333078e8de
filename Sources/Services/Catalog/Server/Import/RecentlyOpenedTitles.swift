internal import Synchronization

/// The titles that households opened recently, in this run of the service: a panel's details of these are fetched
/// first.
final class RecentlyOpenedTitles: Sendable {
    /// The most titles kept of a household.
    static let maximumTitles = 500

    private let titles = Mutex<[String: [String]]>([:])

    /// Records that a member of a household opened a title.
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

    /// The titles that a household opened recently.
    func all(household: String) -> Set<String> { titles.withLock { Set($0[household] ?? []) } }
}
