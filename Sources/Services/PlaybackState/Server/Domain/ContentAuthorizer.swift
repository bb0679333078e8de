internal import GRDB
internal import HearthModel
internal import RPC

/// Decides whether a caller may refer to a title, and under which id.
struct ContentAuthorizer: Sendable {
    let viewer: Viewer
    let cards: CatalogClient.Cards
    /// The kinds that the method accepts.
    let kinds: [ContentKind]
    /// The request's field, and the message for other kinds.
    let field: String
    let refusal: String

    /// The title's row ID, created if needed, and its ID.
    ///
    /// - Throws: ``PlaybackError`` when this viewer cannot see it, or its kind is not accepted.
    func reference(_ content: ContentID, _ db: Database) throws -> (row: Int64, id: ContentID) {
        guard let card = try card(of: content, db) else {
            return (try ContentTable.make(content, card: nil, db), content)
        }
        guard viewer.policy.allows(card) else { throw PlaybackError.unknownContent(content) }
        guard kinds.contains(card.kind) else { throw PlaybackError.unsupportedType(field: field, refusal) }
        let fresh = cards.found[content] == nil ? nil : card
        return (try ContentTable.make(card.id, card: fresh, db), card.id)
    }

    /// The catalog's card, or the stored one while the catalog does not answer.
    private func card(of content: ContentID, _ db: Database) throws -> Card? {
        if let card = cards.found[content] { return card }
        guard cards.hasResponse else { return try ContentTable.card(of: content, db) }
        // Titles outside the library have TMDB's IDs; until they have a card, only adults see them.
        guard viewer.seesUnclassified, !content.isOfLibrary else {
            throw PlaybackError.unknownContent(content)
        }
        return nil
    }

    /// - Throws: INVALID_ARGUMENT when it can be no id.
    static func checkForm(_ content: ContentID, field: String) throws(RPCError) {
        guard content.isWellFormed else {
            throw .invalidArgument(field, "must be between 1 and \(ContentID.maximumBytes) printable ASCII characters.")
        }
    }
}
