internal import CBOR
internal import CatalogFormats
internal import Foundation
internal import GRDB

extension SourceDetails {
    /// Decodes stored details.
    static func stored(_ data: Data?) throws -> SourceDetails? {
        try data.map { try CBORDecoder().decode(SourceDetails.self, from: [UInt8]($0)) }
    }

    /// The source's data of a title: of several links one that is still there, in a fixed order; for a series from the
    /// episode that has them.
    static func find(_ item: String, _ db: Database, _ scope: ReadScope) throws -> SourceDetails? {
        let isSeries = TitleDraft.isSeries(item)
        let statement = try db.cachedStatement(
            sql: """
                SELECT e.details FROM entry e
                WHERE e.\(isSeries ? "series" : "item") = :item AND e.details IS NOT NULL AND \(ReadScope.holds("e"))
                ORDER BY e.lost <= :generation, e.source, e.title, e.fingerprint
                """)
        let all = try Data.fetchCursor(statement, arguments: ["item": item, "generation": scope.generation])
        while let data = try all.next() {
            let details = try stored(data)
            guard isSeries else { return details }
            if let series = details?.series { return series.details }
        }
        return nil
    }
}
