internal import CatalogAPI

/// Which titles are one by TMDB's numbers, or by their names, and which may be by what people have said.
///
/// What people have said is done first, wherever a link is on its way; here it only keeps titles from being found to be one.
struct DuplicateTitleRules: Sendable {
    private var successors: [String: String] = [:]
    /// Titles of which people have said something: they are no others, as what was said is of them.
    private var fixed: Set<String> = []
    /// TMDB's numbers by what people have said, of what else they have said something or not.
    private var numbers: [String: Int64] = [:]
    /// Titles of which people have said more than the number: that would be lost with them.
    private var described: Set<String> = []
    /// Titles that people have made, or hold as they are: no other is one of these.
    private var closed: Set<String> = []

    /// Whether every title is its own.
    var isEmpty: Bool { successors.isEmpty }

    /// Notes what a person has said.
    mutating func note(_ correction: CorrectionRecord) {
        fixed.formUnion(correction.titles)
        var more = correction.body
        if let number = more.changes?.tmdbID, correction.kind == .correct {
            for id in correction.titles { numbers[id] = number }
            more.changes?.tmdbID = nil
        }
        if more != CorrectionRecord.Body(changes: TitleChanges()) { described.formUnion(correction.titles) }
        switch correction.kind {
        // What links were taken out to is not what they were taken out of.
        case .split: if let target = correction.body.target { closed.insert(target.item) }
        case .pin: closed.formUnion(correction.titles)
        // Of another kind than the lists say, it is not what TMDB has found by these.
        case .correct where correction.body.target != nil: closed.formUnion(correction.titles)
        default: break
        }
    }

    /// Adds that a title is another one.
    mutating func add(_ twin: DuplicateTitleTable.Twin) { successors[twin.id] = twin.successor }

    /// Adds which channels are others by their names, or are not any more.
    mutating func add(_ change: DuplicateChannelFinder.Change) { successors[change.id] = change.successor }

    /// The title that another one is; nil when it is its own.
    func successor(of id: String) -> String? { successors[id] }

    /// Whether a title may be found to be another one.
    func allows(_ id: String, into successor: String) -> Bool {
        id != successor && !fixed.contains(id) && !closed.contains(successor)
    }

    /// Whether a title that is surely one of TMDB's may be found to be another one that is the same: also where people have
    /// said that number of it, and nothing else.
    func allows(_ id: String, into successor: String, tmdbID: Int64) -> Bool {
        if allows(id, into: successor) { return true }
        return id != successor && !closed.contains(successor) && !described.contains(id) && isNumbered(id, tmdbID)
    }

    /// Whether people have said that a title is this one of TMDB's.
    func isNumbered(_ id: String, _ tmdbID: Int64) -> Bool { numbers[id] == tmdbID }

    /// How much of what people have said would be lost with a title: nothing, its number, or more.
    func weight(of id: String) -> Int { described.contains(id) ? 2 : fixed.contains(id) ? 1 : 0 }

    /// Whether no other title may be this one.
    func isClosed(_ id: String) -> Bool { closed.contains(id) }
}
