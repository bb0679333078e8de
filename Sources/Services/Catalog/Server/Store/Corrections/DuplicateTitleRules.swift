internal import CatalogAPI

/// The titles that are duplicates by TMDB's ids or by names, as far as corrections allow.
///
/// Corrections are applied to a link first; here they only prevent titles from being merged.
struct DuplicateTitleRules: Sendable {
    private var successors: [String: String] = [:]
    /// Corrected titles: they are not merged, as the corrections are theirs.
    private var fixed: Set<String> = []
    /// The TMDB ids by corrections, whatever else these correct.
    private var numbers: [String: Int64] = [:]
    /// Titles with corrections of more than the number, which a merge would lose.
    private var described: Set<String> = []
    /// Titles that corrections have made or pinned: no other title is merged into these.
    private var closed: Set<String> = []

    /// Whether there are no duplicates.
    var isEmpty: Bool { successors.isEmpty }

    /// Adds a correction.
    mutating func note(_ correction: CorrectionRecord) {
        fixed.formUnion(correction.titles)
        var more = correction.body
        if let number = more.changes?.tmdbID, correction.kind == .correct {
            for id in correction.titles { numbers[id] = number }
            more.changes?.tmdbID = nil
        }
        if more != CorrectionRecord.Body(changes: TitleChanges()) { described.formUnion(correction.titles) }
        switch correction.kind {
        // A split-off title is not the one that it was split off.
        case .split: if let target = correction.body.target { closed.insert(target.item) }
        case .pin: closed.formUnion(correction.titles)
        // A title with a corrected kind is not the one that TMDB matched by the lists.
        case .correct where correction.body.target != nil: closed.formUnion(correction.titles)
        default: break
        }
    }

    /// Adds a duplicate title.
    mutating func add(_ twin: DuplicateTitleTable.Twin) { successors[twin.id] = twin.successor }

    /// Adds a changed duplicate channel.
    mutating func add(_ change: DuplicateChange) { successors[change.id] = change.successor }

    /// The title that a duplicate was merged into; nil when there is none.
    func successor(of id: String) -> String? { successors[id] }

    /// Whether a title may be merged into another one.
    func allows(_ id: String, into successor: String) -> Bool {
        id != successor && !fixed.contains(id) && !closed.contains(successor)
    }

    /// Whether a title with a certain TMDB match may be merged into another one with the same: also where its only
    /// correction is that number.
    func allows(_ id: String, into successor: String, tmdbID: Int64) -> Bool {
        if allows(id, into: successor) { return true }
        return id != successor && !closed.contains(successor) && !described.contains(id) && isNumbered(id, tmdbID)
    }

    /// Whether a correction sets a title's match to this TMDB id.
    func isNumbered(_ id: String, _ tmdbID: Int64) -> Bool { numbers[id] == tmdbID }

    /// The corrections that a merge of a title would lose: none, its number, or more.
    func weight(of id: String) -> Int { described.contains(id) ? 2 : fixed.contains(id) ? 1 : 0 }

    /// Whether no other title may be merged into this one.
    func isClosed(_ id: String) -> Bool { closed.contains(id) }
}
