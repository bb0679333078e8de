internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import HearthModel
internal import RPC

/// Validates corrections and stores them.
struct CorrectionWriter: Sendable {
    /// The correction's id.
    let id: String
    /// The job that publishes it.
    let job: String
    /// Milliseconds since 1970.
    let now: Int64
    let scope: ReadScope

    func correct(_ request: Catalog.CorrectTitle, _ db: Database) throws -> CorrectionMade {
        let card = try find(request.id, "id", db)
        let changes = try TitleChangesValidator(changes: request.changes, card: card).checked()
        try checkGuide(changes, db)
        let target = try changes.kind.flatMap { $0 == card.kind ? nil : $0 }.map { kind in
            try CorrectionTargetResolver(scope: scope, db: db).target(turning: card, into: kind, changes)
        }
        return try insert(.correct, card, CorrectionRecord.Body(changes: changes, target: target), db)
    }

    /// The guide channel must exist: a typo would leave the channel without a guide.
    private func checkGuide(_ changes: TitleChanges, _ db: Database) throws {
        guard let id = changes.guideID, !id.isEmpty else { return }
        guard try GuideChannelReader.isAny(id, source: changes.guideSource, db, scope) else {
            throw RPCError.invalidArgument(
                "changes.guideID", "the id of a channel of a guide, as ListGuideChannels tells it, or empty for none")
        }
    }

    func join(_ request: Catalog.JoinTitles, _ db: Database) throws -> CorrectionMade {
        let (from, into) = (try find(request.id, "id", db), try find(request.into, "into", db))
        guard from.id != into.id else { throw RPCError.invalidArgument("into", "another title") }
        guard from.kind == into.kind else { throw RPCError.invalidArgument("into", "a title of the same kind") }
        let target = try CorrectionTargetResolver(scope: scope, db: db).target(of: into)
        return try insert(.join, from, CorrectionRecord.Body(target: target), db)
    }

    func split(_ request: Catalog.SplitTitle, _ db: Database) throws -> CorrectionMade {
        let card = try find(request.id, "id", db)
        let most = Catalog.SplitTitle.maximumVariants
        guard (1...most).contains(request.variants.count) else {
            throw RPCError.invalidArgument("variants", "must be between 1 and \(most) links")
        }
        let links = try VariantReader.links(of: card.id.rawValue, db, scope)
        let requested = Set(request.variants)
        let matched = links.filter { requested.contains($0.variant.id) }
        guard matched.count == requested.count else {
            throw RPCError.invalidArgument("variants", "links of this title, by the ids that it shows")
        }
        let keys = Set(matched.map(\.key))
        guard links.contains(where: { !keys.contains($0.key) }) else {
            throw RPCError.invalidArgument("variants", "some of its links and not all")
        }
        let resolver = CorrectionTargetResolver(scope: scope, db: db)
        let target: CorrectionTarget
        if let into = request.into {
            let other = try find(into, "into", db)
            guard other.kind == card.kind, other.id != card.id else {
                throw RPCError.invalidArgument("into", "another title of the same kind")
            }
            target = try resolver.target(of: other)
        } else {
            var changes = TitleChanges()
            (changes.title, changes.year) = (request.title, request.year)
            if request.title != nil || request.year != nil {
                changes = try TitleChangesValidator(changes: changes, card: card).checked()
            }
            target = try resolver.target(splitFrom: card, keys: keys.map(\.text).sorted(), changes)
        }
        let body = CorrectionRecord.Body(target: target, links: keys.map(\.text).sorted())
        return try insert(.split, card, body, db)
    }

    func pin(_ request: Catalog.PinTitle, _ db: Database) throws -> CorrectionMade {
        let card = try find(request.id, "id", db)
        var changes = TitleChanges()
        (changes.title, changes.year) = (card.title, card.year ?? 0)
        changes.tmdbID = try MetadataTitleTable.find(card.id.rawValue, db)?.tmdbID
        var body = CorrectionRecord.Body(changes: changes)
        // A series has no links of its own.
        if card.kind != .series {
            body.target = try CorrectionTargetResolver(scope: scope, db: db).target(of: card)
            body.links = Set(try VariantReader.links(of: card.id.rawValue, db, scope).map(\.key.text)).sorted()
        }
        return try insert(.pin, card, body, db)
    }

    func takeBack(_ request: Catalog.TakeBackCorrection, _ db: Database) throws -> CorrectionMade {
        guard let correction = try CorrectionTable.find(request.correction, db),
            try correction.isVisible(db, scope)
        else { throw RPCError(.notFound, "There is no such correction.") }
        var made = CorrectionMade(correction: correction.id, title: ContentID(rawValue: correction.about), job: job)
        if correction.state == .takenBack { made.job = nil }
        try CorrectionTable.takeBack(correction.id, db)
        return made
    }

    private func find(_ id: ContentID, _ field: String, _ db: Database) throws -> Card {
        guard id.isWellFormed else { throw RPCError.invalidArgument(field, "must be a content ID") }
        guard let found = try CardReader.find(id.rawValue, db, scope) else { throw TitleReader.notFound }
        return found.card
    }

    private func insert(
        _ kind: CorrectionKind, _ card: Card, _ body: CorrectionRecord.Body, _ db: Database
    ) throws -> CorrectionMade {
        guard try CorrectionTable.count(db) < CorrectionTable.maximumCount else {
            throw RPCError(
                .resourceExhausted,
                "There are \(CorrectionTable.maximumCount) corrections already; take some back first.", executed: .no)
        }
        try CorrectionTable.insert(id, kind, about: card.id.rawValue, body, at: now, db)
        let title = body.target?.item ?? card.id.rawValue
        return CorrectionMade(correction: id, title: ContentID(rawValue: title), job: job)
    }
}

extension VariantReader.Link {
    /// The key by which it is recognised.
    var key: LinkKey { LinkKey(source: variant.source, address: address) }
}
