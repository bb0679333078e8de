/// A queue as the sum of its edits: the same edits in any order of arrival, and with repeats, give the same queue.
///
/// Edits are folded in the order of their times. They name the title behind which one goes, and not its position, so that
/// an edit keeps its meaning when an earlier one arrives after it.
enum QueueMerge {
    /// An entry.
    struct Item: Codable, Sendable, Hashable {
        /// The title's id.
        var content: String
        /// When it was added, in milliseconds since 1970.
        var added: Int64
        /// Whether a suggestion put it there.
        var isAutoAdded: Bool
    }

    /// A change of one entry.
    struct Edit: Codable, Sendable, Hashable {
        var kind: Kind
        var item: Item
        /// Whether it goes to the front.
        var isFirst = false
        /// The title behind which it goes; nil, or one that is not queued: to the end.
        var after: String?
    }

    /// The kinds of edits.
    enum Kind: String, Codable, Sendable {
        /// Adds a title; a queued one keeps its place. A suggestion that a person adds becomes that person's own.
        case add
        /// Moves a title; one that is not queued stays out.
        case move
        /// Removes a title.
        case remove
    }

    /// An edit with its place in the order of all.
    struct Timed: Sendable, Hashable, Comparable {
        var stamp: HybridTimestamp
        /// Its id, which orders edits of one time.
        var id: String
        var edit: Edit

        static func < (left: Timed, right: Timed) -> Bool { (left.stamp, left.id) < (right.stamp, right.id) }
    }

    /// The queue after edits, whose order of arrival means nothing.
    static func fold(_ base: [Item], _ edits: [Timed]) -> [Item] {
        edits.sorted().reduce(into: base) { apply($1.edit, to: &$0) }
    }

    private static func apply(_ edit: Edit, to list: inout [Item]) {
        let place = list.firstIndex { $0.content == edit.item.content }
        switch edit.kind {
        case .remove:
            if let place { list.remove(at: place) }
        case .add:
            if let place {
                guard isTakenOver(list[place], by: edit.item) else { return }
                list.remove(at: place)
            }
            insert(edit.item, edit, into: &list)
        case .move:
            guard let place else { return }
            insert(list.remove(at: place), edit, into: &list)
        }
    }

    private static func isTakenOver(_ queued: Item, by item: Item) -> Bool { queued.isAutoAdded && !item.isAutoAdded }

    private static func insert(_ item: Item, _ edit: Edit, into list: inout [Item]) {
        if edit.isFirst { return list.insert(item, at: 0) }
        guard let after = edit.after, let anchor = list.firstIndex(where: { $0.content == after }) else {
            return list.append(item)
        }
        list.insert(item, at: anchor + 1)
    }

    /// The edits that turn one queue into another, in their order: those that other code has made without saying so.
    static func edits(from old: [Item], to new: [Item]) -> [Edit] {
        let kept = Set(new.map(\.content))
        let own = Set(new.filter { !$0.isAutoAdded }.map(\.content))
        // Without the suggestions that have become a person's own: those are added.
        let stays = old.enumerated().filter { !($1.isAutoAdded && own.contains($1.content)) }
        let places = Dictionary(stays.map { ($1.content, $0) }) { first, _ in first }
        let unmoved = Set(longestRise(in: new.compactMap { places[$0.content] }))
        var edits = old.filter { !kept.contains($0.content) }.map { Edit(kind: .remove, item: $0) }
        for (index, item) in new.enumerated() {
            let place = places[item.content]
            if let place, unmoved.contains(place) { continue }
            let before = index > 0 ? new[index - 1].content : nil
            // An entry at the end stays at the end, whatever else was added before it.
            let isLast = place == nil && index == new.count - 1 && index > 0
            edits.append(
                Edit(
                    kind: place == nil ? .add : .move, item: item, isFirst: index == 0,
                    after: isLast ? nil : before))
        }
        return edits
    }

    /// A longest rising part of different numbers: what need not move. Quadratic, for queues of a hundred.
    private static func longestRise(in numbers: [Int]) -> [Int] {
        var best: [(length: Int, before: Int?)] = []
        for (index, number) in numbers.enumerated() {
            let before = (0..<index).filter { numbers[$0] < number }.max { best[$0].length < best[$1].length }
            best.append(((before.map { best[$0].length } ?? 0) + 1, before))
        }
        var place = best.indices.max { best[$0].length < best[$1].length }
        var rise: [Int] = []
        while let index = place {
            rise.append(numbers[index])
            place = best[index].before
        }
        return rise
    }

    /// Whether the later of two edits of a title undoes the earlier one.
    static func conflict(_ one: Edit, _ other: Edit) -> Bool {
        switch (one.kind, other.kind) {
        case (.move, .move): (one.isFirst, one.after) != (other.isFirst, other.after)
        case (.remove, .remove), (.add, .add), (.add, .move), (.move, .add): false
        default: true
        }
    }
}
