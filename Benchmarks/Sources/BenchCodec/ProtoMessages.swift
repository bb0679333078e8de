import CatalogAPI
import Foundation
import HearthModel
import SwiftProtobuf

/// A Protocol Buffers message with the content of one of ours.
protocol ProtoCounterpart: SwiftProtobuf.Message, Equatable {
    associatedtype Original
    init(_ original: Original)
}

extension ProtoSearch: ProtoCounterpart {
    init(_ original: Catalog.Search) {
        self.init()
        text = original.text
        kinds = (original.kinds ?? []).map(\.rawValue)
        genres = original.genres ?? []
        ratings = (original.ratings ?? []).map(\.rawValue)
        groups = original.groups ?? []
        if let value = original.sort { sort = value.rawValue }
        if let value = original.page {
            page.size = value.size
            if let text = value.cursor { page.cursor = text }
        }
    }
}

extension ProtoCard {
    init(_ original: Card) {
        self.init()
        (id, kind, title) = (original.id.rawValue, original.kind.rawValue, original.title)
        (rating, isAdult, genres) = (original.rating.rawValue, original.isAdult, original.genres)
        if let value = original.year { year = value }
        if let value = original.releaseDate { releaseDate = value }
        if let value = original.poster { poster = value }
        if let value = original.runtimeMinutes { runtimeMinutes = value }
        if let value = original.score { score = value }
        if let value = original.tmdbID { tmdbID = value }
        if let value = original.imdbID { imdbID = value }
    }
}

extension ProtoSearchResults: ProtoCounterpart {
    init(_ original: SearchResults) {
        self.init()
        hits = original.hits.map { ProtoCard($0) }
        (total, isTotalExact) = (original.total, original.isTotalExact)
        kinds = original.kinds.map { counted in
            var count = ProtoKindCount()
            (count.kind, count.count) = (counted.kind.rawValue, counted.count)
            return count
        }
        if let value = original.correctedText { correctedText = value }
        if let value = original.cursor { cursor = value }
    }
}

extension ProtoGrid: ProtoCounterpart {
    init(_ original: Grid) {
        self.init()
        rows = original.rows.map { row in
            var result = ProtoGridRow()
            result.channel = ProtoCard(row.channel)
            if let value = row.number { result.number = value }
            result.programmes = row.programmes.map { ProtoProgramme($0) }
            return result
        }
    }
}

extension ProtoProgramme {
    init(_ original: Programme) {
        self.init()
        (start, stop) = (original.start.timeIntervalSince1970, original.stop.timeIntervalSince1970)
        (title, genres, rating) = (original.title, original.genres, original.rating.rawValue)
        (isAdult, isNew) = (original.isAdult, original.isNew)
        if let value = original.subtitle { subtitle = value }
        if let value = original.overview { overview = value }
        if let value = original.season { season = value }
        if let value = original.episode { episode = value }
        if let value = original.picture { picture = value }
    }
}
