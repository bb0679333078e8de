/// A profile's play queue, in order. Positions are always the indices 0..n-1.
///
/// Entries hidden from the caller stay after the visible ones, and positions count visible entries only. Entries whose
/// titles the library does not list now keep their positions, and are not shown either.
struct UpNext<Content: Hashable & Sendable>: Sendable {
    /// One entry.
    struct Entry: Sendable, Hashable {
        var content: Content
        /// When it was added, in milliseconds since 1970.
        var added: Int64
        /// Whether it was a suggestion of ours.
        var isAutoAdded: Bool
    }

    /// The position of a new entry.
    enum Place: Sendable {
        /// At the front.
        case next
        /// At the end; before the suggestions there, where it is no suggestion.
        case last
    }

    /// Why a change of the queue is rejected.
    enum Refusal: Error, Sendable, Hashable {
        case alreadyQueued
        case full(maximum: Int)
        case notQueued
    }

    /// The entries that the caller sees, in order.
    private(set) var entries: [Entry]
    /// The entries that the caller does not see.
    private(set) var hidden: [Entry]
    /// Unavailable entries and their positions among all others; by position.
    private(set) var away: [(place: Int, entry: Entry)]
    /// The most entries.
    let maximum: Int

    init(_ entries: [Entry], hidden: [Entry] = [], away: [(place: Int, entry: Entry)] = [], maximum: Int) {
        self.entries = entries
        self.hidden = hidden
        self.away = away
        self.maximum = maximum
    }

    /// All entries in stored order.
    var all: [Entry] {
        var all = entries + hidden
        for (place, entry) in away { all.insert(entry, at: min(place, all.count)) }
        return all
    }

    /// An entry's position; nil when it is not queued.
    func position(of content: Content) -> Int? { entries.firstIndex { $0.content == content } }

    /// Adds an entry. A suggestion that a person adds becomes that person's own, at its new place.
    mutating func add(_ entry: Entry, _ place: Place) throws(Refusal) {
        if !entry.isAutoAdded, let suggested = position(of: entry.content), entries[suggested].isAutoAdded {
            entries.remove(at: suggested)
        }
        guard !all.contains(where: { $0.content == entry.content }) else { throw .alreadyQueued }
        if all.count >= maximum {
            // A person's entry takes the place of the last suggestion.
            guard !entry.isAutoAdded, all.count == maximum, entries.last?.isAutoAdded == true else {
                throw .full(maximum: maximum)
            }
            entries.removeLast()
        }
        entries.insert(entry, at: place == .next ? 0 : end(of: entry))
    }

    /// Where the last place of an entry is: a person's own stands before the suggestions at the end.
    private func end(of entry: Entry) -> Int {
        guard !entry.isAutoAdded, let last = entries.lastIndex(where: { !$0.isAutoAdded }) else {
            return entry.isAutoAdded ? entries.count : 0
        }
        return last + 1
    }

    /// - Parameter alsoHidden: whether to remove the entry even when the caller does not see it.
    /// - Returns: false when it was not queued.
    mutating func remove(_ content: Content, alsoHidden: Bool = false) -> Bool {
        let count = all.count
        entries.removeAll { $0.content == content }
        if alsoHidden { hidden.removeAll { $0.content == content } }
        away.removeAll { $0.entry.content == content }
        return all.count < count
    }

    /// Moves an entry to a position; one beyond the end is the end.
    ///
    /// - Returns: false when it stood there.
    mutating func move(_ content: Content, to position: Int) throws(Refusal) -> Bool {
        guard let old = self.position(of: content) else { throw .notQueued }
        let new = min(max(0, position), entries.count - 1)
        entries.insert(entries.remove(at: old), at: new)
        return old != new
    }

    /// Moves these to the front, in this order, duplicates at their first position; the others follow in their order,
    /// so that one added in the meantime stays.
    mutating func reorder(_ contents: [Content]) throws(Refusal) {
        var named: [Entry] = []
        var seen: Set<Content> = []
        for content in contents where seen.insert(content).inserted {
            guard let position = position(of: content) else { throw .notQueued }
            named.append(entries[position])
        }
        entries = named + entries.filter { !seen.contains($0.content) }
    }

    /// Also clears unavailable entries, which would come back otherwise.
    ///
    /// - Returns: how many visible entries were removed.
    mutating func clear(onlyAutoAdded: Bool) -> Int {
        let count = entries.count
        entries.removeAll { !onlyAutoAdded || $0.isAutoAdded }
        away.removeAll { !onlyAutoAdded || $0.entry.isAutoAdded }
        return count - entries.count
    }
}
