internal import CBOR
internal import CatalogRecognition
internal import Foundation
internal import GRDB
internal import HearthModel
internal import TextFolding

extension CatalogMigrations {
    private static let names = [
        // A ``ChannelSignature``: for links of channels that other lists may have under another id.
        "ALTER TABLE entry ADD COLUMN name INTEGER",
        "ALTER TABLE entry ADD COLUMN signs INTEGER",
        "CREATE INDEX entry_by_name ON entry (name) WHERE name IS NOT NULL",
    ]

    /// Adds the columns, and fills them for existing links: an unchanged list does not write them again.
    static func makeNames(_ db: Database) throws {
        for statement in names { try db.execute(sql: statement) }
        var groups = GroupSignalCache()
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT row, item, title, own, country, guideID, groups, url, audience, isRadio FROM entry
                WHERE kind = \(KindBit.channel) AND died = \(Generation.never)
                """)
        var found: [(row: Int64, label: ChannelSignature)] = []
        while let row = try rows.next() {
            if let label = try label(of: row, &groups) { found.append((row["row"], label)) }
        }
        for entry in found {
            try db.cachedStatement(sql: "UPDATE entry SET name = ?, signs = ? WHERE row = ?")
                .execute(arguments: [entry.label.name, entry.label.signs, entry.row])
        }
    }

    private static func label(of row: Row, _ groups: inout GroupSignalCache) throws -> ChannelSignature? {
        let own = try (row["own"] as Data?).map { try CBORDecoder().decode(EntryIdentity.self, from: [UInt8]($0)) }
        let name = FoldedText(own?.title ?? row["title"])
        let guideID = GuideID(row["guideID"] ?? "")
        // A duplicate by another rule is a channel of its list alone, or one whose id is shared by several.
        let ids = [false, true].map {
            ContentIdentity.channel(
                guideID: guideID, name: name, country: row["country"], isRadio: $0, isSharedGuideID: false
            ).description
        }
        guard ids.contains(own?.item ?? row["item"]) else { return nil }
        let names = (row["groups"] as String?)?.split(separator: "\n").map(String.init) ?? []
        let signs = ChannelSignals(
            isRadio: row["isRadio"], isAdult: Audience(bit: row["audience"]).isAdult, address: row["url"],
            group: groups.facts(of: names))
        return ChannelSignature(name, hasGuideID: guideID != nil, signs)
    }
}
