internal import CatalogAPI
internal import Foundation
internal import HearthModel
internal import ReadingListAPI
internal import Screens

/// A change that can be taken back, and how.
struct UndoableChange: Encodable, Sendable {
    /// The kind of a change.
    enum Kind: String, Encodable, Sendable {
        case `import`
        case correction
        case deletion
    }

    let kind: Kind
    /// A source's name, a correction's id, or a deletion's.
    let id: String
    let at: Date
    /// What it was, in words.
    let text: String

    /// The changes of this household and profile that can be undone, the latest first, and what could not be asked.
    ///
    /// - Throws: ``GatewayFailure`` when the token is refused.
    static func all(_ gateway: Gateway) async throws -> (changes: [UndoableChange], missing: [MissingPart]) {
        let parts = [
            FanOutPart<[UndoableChange]>(name: "imports", service: Catalog.serviceName) { fanOut in
                try await fanOut.send(Catalog.ListSources()).sources.compactMap(UndoableChange.init)
            },
            FanOutPart(name: "corrections", service: Catalog.serviceName) { fanOut in
                try await fanOut.send(Catalog.ListCorrections(page: PageRequest(size: most))).corrections
                    .map(UndoableChange.init)
            },
        ]
        let found = try await gateway.fanOut { try await $0.collect(parts) }
        let deletions = DeletionJournal(gateway).deletions(at: gateway.now).map(UndoableChange.init)
        return ((found.values.flatMap(\.self) + deletions).sorted { $0.at > $1.at }, found.missing)
    }

    private static let most: Int32 = 20
}

extension UndoableChange {
    /// The last import of a source; nil when it cannot be undone.
    fileprivate init?(_ source: CatalogSource) {
        guard source.undoable != nil else { return nil }
        self.init(
            kind: .import, id: source.name, at: source.undoHistory?.first?.at ?? source.imported,
            text: "the last import of \(source.name)")
    }

    fileprivate init(_ correction: Correction) {
        self.init(
            kind: .correction, id: correction.id, at: correction.made,
            text: "the correction of \(CardFormatter.title(correction.card)) (\(correction.kind.rawValue))")
    }

    fileprivate init(_ deletion: DeletionJournal.Deletion) {
        self.init(
            kind: .deletion, id: deletion.id, at: deletion.at,
            text: "the deletion of \(AmountFormatter.count(deletion.links, "link"))")
    }
}
