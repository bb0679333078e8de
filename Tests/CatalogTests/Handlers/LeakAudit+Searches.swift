import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

extension LeakAudit {
    /// Audits what finds titles and programmes beside a plain search.
    ///
    /// - Returns: whether the method is one of these.
    func runSearches(_ method: String, _ client: RPCClient<Catalog>) async throws -> Bool {
        switch method {
        case Catalog.ListDiscovery.method: try await discovery(client)
        case Catalog.ListGenres.method: try await genres(client)
        case Catalog.ListSimilar.method: try await similar(client)
        case Catalog.ListNeighbours.method: try await listNeighbours(client)
        case Catalog.MatchTitles.method:
            let films = everything.filter { $0.kind == .movie }
            let titles = films.enumerated().map { number, card in
                OutsideTitle(id: ContentID(rawValue: "tmdb:movie:\(number + 1)"), name: card.title, year: card.year)
            }
            let response = try await client.send(Catalog.MatchTitles(titles: titles))
            #expect(Set(response.titles.map(\.card.id)) == Set(films.filter(isAllowed).map(\.id)), "\(note)")
            try check(response, method)
        case Catalog.Suggest.method: try await suggestions(client)
        case Catalog.ListTrendingSearches.method, Catalog.NoteSearch.method: try await trending(client)
        case Catalog.ListRecentSearches.method, Catalog.ForgetSearches.method, Catalog.SetSearchHistory.method:
            // They answer what the profile itself has typed, and nothing of the catalog.
            let others = try await client.send(Catalog.ListRecentSearches()).searches
            #expect(others.allSatisfy { $0.text.hasPrefix("own") || $0.text.hasPrefix("mark") }, "\(note)")
        case Catalog.GetSubscriptions.method, Catalog.SetSubscriptions.method:
            // They answer what the profile itself has said, and nothing of the catalog.
            let subscriptions = try await client.send(Catalog.SetSubscriptions(providers: [8, 9]))
            #expect(subscriptions.providers.map(\.id) == [8, 9], "\(note)")
            #expect(try await client.send(Catalog.GetSubscriptions()) == subscriptions, "\(note)")
        case Catalog.SearchGuide.method: try await guideSearch(client)
        case Catalog.ListGuideChannels.method: try await guideChannels(client)
        case Catalog.GetProgramme.method: try await programme(client)
        case Catalog.ReportStream.method: try await reports(client)
        case Catalog.ResolveCatchup.method: try await catchup(client)
        default: return false
        }
        return true
    }

    /// A guide calls a channel as the household's is called: where that one is hidden, the guide's is, too.
    private func guideChannels(_ client: RPCClient<Catalog>) async throws {
        let channels = allowed.filter { $0.kind == .channel }
        let response = try await client.send(Catalog.ListGuideChannels(page: PageRequest(size: 200)))
        #expect(Set(response.channels.flatMap(\.names)) == Set(channels.compactMap { Self.mark($0.title) }), "\(note)")
        #expect(response.channels.allSatisfy { $0.channels == 1 }, "\(note)")
        try check(response, "ListGuideChannels")
        for card in forbidden where card.kind == .channel {
            let found = try await client.send(Catalog.ListGuideChannels(text: Self.mark(card.title)))
            #expect(found.channels.isEmpty && found.cursor == nil, "\(note)")
        }
    }

    /// Facets and natural queries: their counts are those of what may be seen, whatever is asked for.
    func facets(_ client: RPCClient<Catalog>) async throws {
        for text in ["", "mark", "film", "xxx"] {
            for isNatural in [nil, true] as [Bool?] {
                var request = Catalog.Search(text: text, kinds: [.movie, .series, .episode, .channel])
                (request.facets, request.isNatural) = (SearchFacet.all, isNatural)
                let response = try await client.send(request)
                try check(response, "Search with facets")
                guard text.isEmpty, let ratings = response.facets?.first(where: { $0.facet == .rating }) else {
                    continue
                }
                for rating in ContentRating.all {
                    let counted = ratings.values.first { $0.value == rating.rawValue }?.count ?? 0
                    #expect(Int(counted) == allowed.count { $0.rating == rating }, "\(note)")
                }
            }
        }
        for card in forbidden.prefix(10) {
            guard let mark = Self.mark(card.title) else { continue }
            var search = Catalog.Search(text: "movies like Film \(mark)")
            search.isNatural = true
            let response = try await client.send(search)
            // What was typed comes back, and the asker knows that; a title that was found because of it does not.
            #expect(response.understood?.parts.contains { $0.about == "similar" } != true, "\(note)")
            var request = Catalog.Search(text: "")
            request.similarTo = card.id
            let failure = await #expect(throws: RPCError.self) { _ = try await client.send(request) }
            try expectUnknown(try #require(failure))
        }
    }

    private func discovery(_ client: RPCClient<Catalog>) async throws {
        let request = Catalog.ListDiscovery(sections: DiscoverySectionName.all, size: 100)
        let response = try await client.send(request)
        try check(response, "ListDiscovery")
        let new = response.sections.first { $0.name == .new }?.cards ?? []
        #expect(
            Set(new.map(\.id)) == Set(allowed.filter { [.movie, .series].contains($0.kind) }.map(\.id)), "\(note)")
    }

    private func genres(_ client: RPCClient<Catalog>) async throws {
        for kind in [nil, .movie, .series] as [ContentKind?] {
            let response = try await client.send(Catalog.ListGenres(kind: kind))
            let shown = allowed.filter { kind == nil ? [.movie, .series].contains($0.kind) : $0.kind == kind }
            for row in response.rows {
                #expect(Int(row.count) == shown.count { $0.genres.contains(row.genre) }, "\(note)")
            }
            #expect(Set(response.rows.map(\.genre)) == Set(shown.flatMap(\.genres)), "\(note)")
        }
    }

    private func similar(_ client: RPCClient<Catalog>) async throws {
        for card in everything {
            do {
                try check(try await client.send(Catalog.ListSimilar(id: card.id, size: 100)), "ListSimilar")
                #expect(isAllowed(card), "\(note)")
            } catch let error as RPCError {
                #expect(!isAllowed(card), "\(note)")
                try expectUnknown(error)
            }
        }
    }

    private func listNeighbours(_ client: RPCClient<Catalog>) async throws {
        for card in everything where card.kind == .channel {
            for order in ChannelOrder.allCases {
                do {
                    let response = try await client.send(Catalog.ListNeighbours(channel: card.id, order: order))
                    #expect(isAllowed(card), "\(note)")
                    try check(response, "ListNeighbours")
                } catch let error as RPCError {
                    #expect(!isAllowed(card), "\(note)")
                    try expectUnknown(error)
                }
            }
        }
    }

    private func suggestions(_ client: RPCClient<Catalog>) async throws {
        for text in ["", "m", "ma", "mark", "film m", "f", "channel", "makr"] {
            let response = try await client.send(Catalog.Suggest(text: text, size: 20))
            for suggestion in response.suggestions where suggestion.card != nil {
                try check(suggestion, "Suggest \(text)")
            }
        }
    }

    /// Each caller looks for the marks of all titles: none is told of those that it may not see.
    private func trending(_ client: RPCClient<Catalog>) async throws {
        for card in everything.prefix(30) {
            guard let mark = Self.mark(card.title) else { continue }
            _ = try await client.send(Catalog.NoteSearch(text: mark))
        }
        try check(try await client.send(Catalog.ListTrendingSearches()), "ListTrendingSearches")
    }

    private func guideSearch(_ client: RPCClient<Catalog>) async throws {
        let shown = programmes.filter { isAllowed($0.channel) && isAllowed($0.programme) }
        let hidden = programmes.filter { !isAllowed($0.programme) }.prefix(5).compactMap {
            Self.mark($0.programme.title)
        }
        let marks = hidden.flatMap { [$0, "person\($0)", "kind\($0)"] }
        for text in ["programme", "prog", "person", "kind"] + marks {
            let request = Catalog.SearchGuide(
                text: text, from: SampleGuide.date(-4), until: SampleGuide.date(4), page: PageRequest(size: 200))
            let response = try await client.send(request)
            try check(response, "SearchGuide")
            #expect(Int(response.total) == response.hits.count, "\(note)")
            #expect(response.hits.allSatisfy { isAllowed($0.channel.card) && isAllowed($0.programme) }, "\(note)")
            #expect(response.hits.count <= shown.count, "\(note)")
        }
    }

    private func programme(_ client: RPCClient<Catalog>) async throws {
        for card in everything where card.kind == .channel {
            for hours in [-1.2, -0.2, 0.7] {
                let request = Catalog.GetProgramme(channel: card.id, at: SampleGuide.date(hours))
                do {
                    let response = try await client.send(request)
                    try check(response, "GetProgramme")
                    #expect(isAllowed(card) && isAllowed(response.programme), "\(note)")
                } catch let error as RPCError {
                    #expect(error.code == .notFound, "\(note)")
                    if !isAllowed(card) { try expectUnknown(error) }
                }
            }
        }
    }

    private func reports(_ client: RPCClient<Catalog>) async throws {
        for card in everything where card.kind != .series {
            for outcome in [StreamOutcome.failed, .worked] {
                let request = Catalog.ReportStream(id: card.id, variant: "none", outcome: outcome)
                let failure = await #expect(throws: RPCError.self) { _ = try await client.send(request) }
                #expect(failure?.code == .notFound, "\(note)")
                if !isAllowed(card) { try expectUnknown(try #require(failure)) }
            }
            guard isAllowed(card) else { continue }
            for variant in try await client.send(Catalog.GetTitle(id: card.id)).variants {
                let request = Catalog.ReportStream(id: card.id, variant: variant.id, outcome: .failed)
                try check(try await client.send(request), "ReportStream")
            }
        }
    }

    private func catchup(_ client: RPCClient<Catalog>) async throws {
        for card in everything where card.kind == .channel {
            for hours in [-1.2, -0.2] {
                let request = Catalog.ResolveCatchup(channel: card.id, at: SampleGuide.date(hours))
                do {
                    try check(try await client.send(request), "ResolveCatchup")
                    #expect(isAllowed(card), "\(note)")
                } catch let error as RPCError {
                    #expect(error.code == .notFound, "\(note)")
                    if !isAllowed(card) { try expectUnknown(error) }
                }
            }
        }
    }
}
