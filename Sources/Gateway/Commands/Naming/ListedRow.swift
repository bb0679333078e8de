internal import HearthModel
internal import SchedulerAPI

/// The kind of an id that a row of a list has.
enum ListedKind: String, Codable, Sendable, CaseIterable {
    case title
    case profile
    case source
    case download
    case link
    case slot
    case window
    case correction
    case member
    case invitation
    case device
}

/// A row of a list that a command printed, as `@3` means it later: the ids in it, by their kinds.
struct ListedRow: Codable, Sendable, Hashable {
    /// The ids; a download's row has the title's, too.
    let ids: [String: String]

    init(_ ids: [ListedKind: String]) {
        self.ids = Dictionary(ids.map { ($0.key.rawValue, $0.value) }) { first, _ in first }
    }

    /// A row of a title.
    static func title(_ id: String) -> ListedRow { ListedRow([.title: id]) }

    /// The id of a kind; nil when the row has none.
    func id(_ kind: ListedKind) -> String? { ids[kind.rawValue] }
}

extension ProgrammeSlot {
    /// A slot as a row: the slot, and its title where it has one.
    var listedRow: ListedRow {
        guard let card else { return ListedRow([.slot: id]) }
        return ListedRow([.slot: id, .title: card.id.rawValue])
    }
}
