internal import CatalogAPI

/// Which titles are one by TMDB's numbers, or by their names, and which may be by what people have said.
///
/// What people have said is done first, wherever a link is on its way; here it only keeps titles from being found to be one.
struct TwinRules: Sendable {
    private var successors: [String: String] = [:]
    /// Titles of which people have said something: they are no others, as what was said is of them.
    private var fixed: Set<String> = []
    /// Titles that people have made, or hold as they are: no other is one of these.
    private var closed: Set<String> = []

    /// Whether every title is its own.
    var isEmpty: Bool { successors.isEmpty }

    /// Notes what a person has said.
    mutating func note(_ correction: CorrectionRecord) {
        fixed.formUnion(correction.titles)
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
    mutating func add(_ twin: TwinTable.Twin) { successors[twin.id] = twin.successor }

    /// Adds which channels are others by their names, or are not any more.
    mutating func add(_ change: NamesakeFinder.Change) { successors[change.id] = change.successor }

    /// The title that another one is; nil when it is its own.
    func successor(of id: String) -> String? { successors[id] }

    /// Whether a title may be found to be another one.
    func allows(_ id: String, into successor: String) -> Bool {
        id != successor && !fixed.contains(id) && !closed.contains(successor)
    }

    /// Whether people have said something of a title.
    func isFixed(_ id: String) -> Bool { fixed.contains(id) }

    /// Whether no other title may be this one.
    func isClosed(_ id: String) -> Bool { closed.contains(id) }
}
