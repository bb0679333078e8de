internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import HearthModel
internal import RPC

/// Answers ``Catalog/ListCorrections``.
struct CorrectionReader: Sendable {
    private let about: String?
    private let policy: ViewingPolicy
    private let size: Int
    /// The exclusive upper bound of the page.
    private let before: Int64

    /// Validates a request.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field's name.
    init(_ request: Catalog.ListCorrections, policy: ViewingPolicy) throws {
        if let id = request.about, !id.isWellFormed { throw RPCError.invalidArgument("about", "must be a content ID") }
        about = request.about?.rawValue
        self.policy = policy
        size = try request.page.checkedSize()
        guard let cursor = request.page?.cursor else {
            before = .max
            return
        }
        guard let row = Int64(cursor) else {
            throw RPCError.invalidArgument("page.cursor", "must be of a page of corrections")
        }
        before = row
    }

    /// Reads one page.
    func run(_ db: Database) throws -> CorrectionList {
        let scope = try ReadScope(db, policy: policy)
        let resolved = try about.flatMap { try CardReader.find($0, db, scope)?.card.id.rawValue }
        let names = Set([about, resolved].compactMap(\.self))
        if about != nil, resolved == nil, !scope.isUnrestricted { throw TitleReader.notFound }
        var list = CorrectionList(corrections: [])
        var last = before
        for record in try CorrectionTable.all(db).reversed() where record.row < before && record.state != .takenBack {
            guard about == nil || !names.isDisjoint(with: record.titles), try record.isVisible(db, scope) else {
                continue
            }
            if list.corrections.count == size {
                list.cursor = String(last)
                break
            }
            last = record.row
            list.corrections.append(try shown(record, db, scope))
        }
        return list
    }

    private func shown(_ record: CorrectionRecord, _ db: Database, _ scope: ReadScope) throws -> Correction {
        var shown = Correction(
            id: record.id, kind: record.kind, about: ContentID(rawValue: record.about),
            made: Date(timeIntervalSince1970: Double(record.made) / 1_000), isApplied: record.state == .applied)
        shown.card = try record.card(db, scope)
        shown.changes = record.body.changes
        shown.links = record.body.links.map { Int64($0.count) }
        if let into = record.body.target?.item, into != record.about,
            try scope.isUnrestricted || CardReader.find(into, db, scope) != nil
        {
            shown.into = ContentID(rawValue: into)
        }
        return shown
    }
}
