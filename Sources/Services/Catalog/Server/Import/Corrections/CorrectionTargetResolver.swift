internal import CatalogAPI
internal import CatalogRecognition
internal import GRDB
internal import HearthModel
internal import RPC

/// Computes the title that receives links by a correction.
struct CorrectionTargetResolver {
    let scope: ReadScope
    let db: Database

    /// An existing title.
    func target(of card: Card) throws -> CorrectionTarget {
        var target = CorrectionTarget(item: card.id.rawValue)
        if card.kind == .series { target.title = card.title }
        guard card.kind == .episode, let series = card.series else { return target }
        target.kind = KindBit.episode
        (target.series, target.seriesTitle) = (series.rawValue, try title(ofSeries: series.rawValue))
        (target.season, target.episode) = (card.season.map(Int64.init), card.episode.map(Int64.init))
        return target
    }

    private func title(ofSeries id: String) throws -> String? {
        let statement = try db.cachedStatement(
            sql: "SELECT seriesTitle FROM entry WHERE series = ? AND seriesTitle IS NOT NULL ORDER BY row LIMIT 1")
        return try String.fetchOne(statement, arguments: [id])
    }

    /// The same title as another kind.
    func target(turning card: Card, into kind: ContentKind, _ changes: TitleChanges) throws -> CorrectionTarget {
        let style: TitleCleaner.Style = kind == .channel ? .channel : .video
        let clean = TitleCleaner.clean(card.title, style: style)
        let title = changes.title ?? clean.title
        let year = changes.year.map { $0 == 0 ? nil : Int($0) } ?? clean.year ?? card.year.map { Int($0) }
        var target: CorrectionTarget
        switch kind {
        case .movie:
            target = CorrectionTarget(item: ContentIdentity.movie(title: title, year: year).description)
            target.year = year.map(Int64.init)
        case .channel:
            let id = ContentIdentity.channel(guideID: nil, name: title, country: nil)
            target = CorrectionTarget(item: id.description)
        case .episode:
            let series = ContentIdentity.series(title: changes.seriesTitle ?? "", year: nil)
            let (season, episode) = (changes.season ?? 1, changes.episode ?? 0)
            let id = ContentIdentity.episode(of: series, season: Int(season), episode: Int(episode))
            target = CorrectionTarget(item: id.description)
            (target.series, target.seriesTitle) = (series.description, changes.seriesTitle)
            (target.season, target.episode) = (Int64(season), Int64(episode))
        default: throw RPCError.invalidArgument("changes.kind", "movie, episode or channel")
        }
        target.kind = KindBit.bit(kind)
        target.title = title
        return target
    }

    /// A new title.
    ///
    /// - Parameter keys: of the links.
    func target(splitFrom card: Card, keys: [String], _ changes: TitleChanges) throws -> CorrectionTarget {
        guard let old = DerivedID(card.id.rawValue), card.kind != .series else {
            throw RPCError.invalidArgument("id", "a movie, an episode or a channel")
        }
        var target = try target(of: card)
        target.title = changes.title
        target.year = changes.title == nil ? nil : changes.year.flatMap { $0 == 0 ? nil : Int64($0) }
        var named: DerivedID?
        if let title = changes.title {
            switch card.kind {
            case .movie: named = ContentIdentity.movie(title: title, year: target.year.map { Int($0) })
            case .channel: named = ContentIdentity.channel(guideID: nil, name: title, country: nil)
            default: break
            }
        }
        if named == old { named = nil }
        target.item = (named ?? ContentIdentity.split(from: old, keys: keys)).description
        return target
    }
}

extension ContentIdentity {
    /// The id of a title that was split off: the same wherever the same links are split off it.
    static func split(from title: DerivedID, keys: [String]) -> DerivedID {
        var key = IdentityKey.Builder("split")
        key.add(title.description.utf8)
        for link in keys { key.add(link.utf8) }
        return DerivedID(kind: title.kind, key: key.finish())
    }
}
