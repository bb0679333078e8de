import CBOR
import CatalogAPI
import Foundation
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// One policy's audit.
struct LeakAudit {
    let catalog: CatalogFixture
    let person: TestCaller
    let policy: ViewingPolicy
    /// The cards of all titles, as one sees them who sees everything.
    let everything: [Card]
    /// All programmes, with their channels.
    let programmes: [(channel: Card, programme: Programme)]
    let job: String
    let note: String
    /// What may be in no answer: ids and marks of forbidden titles and programmes. Found once: thousands of answers are searched.
    private let secrets: [(text: String, bytes: Data)]

    init(
        catalog: CatalogFixture, person: TestCaller, policy: ViewingPolicy, everything: [Card],
        programmes: [(channel: Card, programme: Programme)], job: String, note: String
    ) {
        (self.catalog, self.person, self.policy, self.job, self.note) = (catalog, person, policy, job, note)
        (self.everything, self.programmes) = (everything, programmes)
        let isAllowed = { (card: Card) in Self.isAllowed(card, policy) }
        let shown = Set(everything.filter(isAllowed).compactMap { Self.mark($0.title) })
        let forbidden = everything.filter { !isAllowed($0) }
        let marks = forbidden.compactMap { Self.mark($0.title) }.filter { !shown.contains($0) }
        // Rules show no programme of a channel that they hide.
        let hidden = programmes.filter {
            !Self.isAllowed($0.programme, policy) || policy.ruleSet != nil && !isAllowed($0.channel)
        }
        let texts = marks + forbidden.map(\.id.rawValue) + hidden.compactMap { Self.mark($0.programme.title) }
        secrets = texts.map { ($0, Data($0.utf8)) }
    }

    private static func isAllowed(_ card: Card, _ policy: ViewingPolicy) -> Bool {
        guard policy.allows(rating: card.rating, isAdult: card.isAdult, kind: card.kind) else { return false }
        return policy.ruleSet.map { (card.ruleSets ?? 0) & (1 << Int64($0)) != 0 } ?? true
    }

    private static func isAllowed(_ programme: Programme, _ policy: ViewingPolicy) -> Bool {
        policy.allows(rating: programme.rating, isAdult: programme.isAdult, kind: .channel)
    }

    func isAllowed(_ card: Card) -> Bool { Self.isAllowed(card, policy) }
    func isAllowed(_ programme: Programme) -> Bool { Self.isAllowed(programme, policy) }

    var allowed: [Card] { everything.filter { isAllowed($0) } }
    var forbidden: [Card] { everything.filter { !isAllowed($0) } }

    static func mark(_ title: String) -> String? {
        title.split(separator: " ").first { $0.hasPrefix("mark") || $0.hasPrefix("prog") }.map(String.init)
    }

    func check(_ response: some Encodable, _ method: String) throws {
        let bytes = Data(try CBOREncoder().encode(response))
        let told = secrets.filter { bytes.range(of: $0.bytes) != nil }.map(\.text)
        #expect(told == [], "\(method): \(note)")
    }

    func run() async throws {
        for request in Catalog.requests { try await run(request) }
    }

    private func run(_ request: any RPCMethod.Type) async throws {
        let method = request.method
        let client = try await catalog.client(person)
        switch method {
        case Catalog.Search.method: try await search(client)
        case Catalog.ListTitles.method: try await list(client)
        case Catalog.GetTitle.method: try await title(client)
        case Catalog.ListEpisodes.method: try await episodes(client)
        case Catalog.ListSeriesEpisodes.method: try await seriesEpisodes(client)
        case Catalog.ListEpisodeOrders.method, Catalog.SetEpisodeOrder.method: try await episodeOrders(client)
        case Catalog.GetCards.method:
            let response = try await client.send(Catalog.GetCards(ids: everything.map(\.id)))
            #expect(Set(response.cards.map(\.id)) == Set(allowed.map(\.id)), "\(note)")
            try check(response, method)
        case Catalog.ResolveStream.method: try await stream(client)
        case Catalog.NowNext.method: try await nowNext(client)
        case Catalog.ListOnAir.method: try await onAir(client)
        case Catalog.GuideGrid.method: try await grid(client)
        case Catalog.Explain.method:
            for card in everything {
                let response = try? await client.send(Catalog.Explain(id: card.id))
                #expect((response == nil) == forbidden.contains { $0.id == card.id }, "\(note)")
                if let response { try check(response, method) }
            }
        case Catalog.FollowImport.method:
            let jobs = try await client.stream(Catalog.FollowImport(job: job))
            for try await job in jobs { try check(job, method) }
        case Catalog.FollowImports.method:
            // It goes on until the follower leaves.
            let first = try await client.stream(Catalog.FollowImports()).next()
            try check(try #require(first).item, method)
        case Catalog.CancelImport.method:
            try check(try await client.send(Catalog.CancelImport(job: job)), method)
        case Catalog.ListSources.method: try await sources(client)
        case Catalog.UpdateSource.method:
            let list = try #require(try await client.send(Catalog.ListSources()).sources.first { $0.feed != nil })
            try check(try await client.send(Catalog.UpdateSource(source: list.name)), method)
        case Catalog.Summarize.method, Catalog.GetFranchise.method, Catalog.GetIntroTimes.method,
            Catalog.SkippableEpisodes.method:
            try await details(method, client)
        case Catalog.ListCorrections.method:
            for about in [nil] + everything.map(\.id) {
                let response = try? await client.send(Catalog.ListCorrections(about: about))
                if let response { try check(response, method) }
            }
        case Catalog.CorrectTitle.method, Catalog.JoinTitles.method, Catalog.SplitTitle.method,
            Catalog.PinTitle.method, Catalog.TakeBackCorrection.method:
            try await corrections(method, client)
        case Catalog.ImportPlaylist.method, Catalog.ImportGuide.method, Catalog.RemoveSource.method,
            Catalog.AddSource.method, Catalog.RefreshSource.method, Catalog.UndoImport.method:
            // They answer the id of a job, and nothing of the catalog.
            break
        case Catalog.FollowEvents.method:
            // Services and operators alone may follow.
            let error = await #expect(throws: RPCError.self) {
                _ = try await client.stream(Catalog.FollowEvents()).next()
            }
            #expect(error?.code == .permissionDenied, "\(note)")
        case _ where try await runSearches(method, client): break
        case _ where request.safety == .readOnly: try await sample(request)
        default:
            Issue.record("\(method) changes something: it needs its place in this audit")
        }
    }

    /// A method that only reads and has no place above: whichever title it is asked about, it tells nothing forbidden.
    private func sample(_ request: any RPCMethod.Type) async throws {
        let channel = try await catalog.service.channel()
        let token = try await catalog.service.token(for: person)
        let options = CallOptions(timeout: TestTimeout.longest, token: token, waitForReady: true)
        for card in everything {
            let samples = RequestSamples(about: card.id, ["job": job])
            do {
                for response in try await samples.call(request, over: channel, options: options, upTo: .max) {
                    try check(response, request.method)
                }
            } catch let error as RPCError {
                #expect(error.code == .notFound, "\(request.method) takes no sample: see RequestSamples; \(error)")
                try check(
                    [error.message] + error.details.map { String(decoding: $0.body, as: UTF8.self) }, request.method)
            }
        }
    }

    private func list(_ client: RPCClient<Catalog>) async throws {
        let kinds: [ContentKind] = [.movie, .series, .episode, .channel]
        var found: [ContentID] = []
        for try await batch in try await client.stream(Catalog.ListTitles(kinds: kinds)) {
            try check(batch, Catalog.ListTitles.method)
            found += batch.cards.map(\.id)
        }
        #expect(found.count == allowed.count && Set(found) == Set(allowed.map(\.id)), "\(note)")
    }

    private func search(_ client: RPCClient<Catalog>) async throws {
        try await facets(client)
        let kinds: [ContentKind] = [.movie, .series, .episode, .channel]
        let texts =
            ["", "mark", "film", "channel m", "group", "xxx"] + forbidden.prefix(5).compactMap { Self.mark($0.title) }
        for text in texts {
            for sort in [nil] + SearchSort.allCases.map({ $0 }) {
                let request = Catalog.Search(text: text, kinds: kinds, sort: sort, page: PageRequest(size: 200))
                let response = try await client.send(request)
                try check(response, "Search \(text)")
                #expect(Int(response.total) == response.hits.count, "\(note)")
                #expect(response.kinds.reduce(0) { $0 + $1.count } == response.total, "\(note)")
                if text.isEmpty { #expect(Set(response.hits.map(\.id)) == Set(allowed.map(\.id)), "\(note)") }
            }
        }
        for rating in ContentRating.all {
            let response = try await client.send(
                Catalog.Search(text: "", kinds: kinds, ratings: [rating], page: PageRequest(size: 200)))
            #expect(Int(response.total) == allowed.count { $0.rating == rating }, "\(note)")
            try check(response, "Search by rating")
        }
    }

    private func title(_ client: RPCClient<Catalog>) async throws {
        for card in everything {
            let isAllowed = isAllowed(card)
            do {
                let response = try await client.send(Catalog.GetTitle(id: card.id))
                #expect(isAllowed, "\(note)")
                try check(response, "GetTitle")
            } catch let error as RPCError {
                #expect(!isAllowed, "\(note)")
                try expectUnknown(error)
            }
        }
        // What never was is answered in the same words as what is hidden.
        let failure = await #expect(throws: RPCError.self) {
            _ = try await client.send(Catalog.GetTitle(id: ContentID(rawValue: "mv_never")))
        }
        try expectUnknown(try #require(failure))
    }

    func expectUnknown(_ error: RPCError) throws {
        #expect(error.code == .notFound)
        #expect(error.message == TitleReader.notFound.message)
        #expect(error.details.isEmpty)
    }

    private func details(_ method: String, _ client: RPCClient<Catalog>) async throws {
        for card in everything {
            let responses: [(any Encodable)?] = [
                try? await client.send(Catalog.Summarize(id: card.id)),
                try? await client.send(Catalog.GetFranchise(id: card.id)),
                try? await client.send(Catalog.GetIntroTimes(id: card.id)),
                try? await client.send(Catalog.SkippableEpisodes(series: card.id)),
            ]
            let isForbidden = forbidden.contains { $0.id == card.id }
            for response in responses.compactMap(\.self) {
                #expect(!isForbidden, "\(method): \(note)")
                try check(response, method)
            }
        }
    }

    /// What is forbidden cannot be put right, and is refused in the words of what never was.
    private func corrections(_ method: String, _ client: RPCClient<Catalog>) async throws {
        guard let hidden = forbidden.first?.id else { return }
        var changes = TitleChanges()
        changes.year = 1999
        do {
            switch method {
            case Catalog.CorrectTitle.method:
                _ = try await client.send(Catalog.CorrectTitle(id: hidden, changes: changes))
            case Catalog.JoinTitles.method: _ = try await client.send(Catalog.JoinTitles(id: hidden, into: hidden))
            case Catalog.SplitTitle.method: _ = try await client.send(Catalog.SplitTitle(id: hidden, variants: ["x"]))
            case Catalog.PinTitle.method: _ = try await client.send(Catalog.PinTitle(id: hidden))
            default:
                let made = try await catalog.correct(Catalog.CorrectTitle(id: hidden, changes: changes))
                let error = await #expect(throws: RPCError.self) {
                    try await client.send(Catalog.TakeBackCorrection(correction: made.correction))
                }
                #expect(error?.code == .notFound, "\(note)")
                return
            }
            Issue.record("\(method) took what is hidden: \(note)")
        } catch let error as RPCError { try expectUnknown(error) }
    }

    private func episodes(_ client: RPCClient<Catalog>) async throws {
        for card in everything where card.kind == .series {
            guard let response = try? await client.send(Catalog.ListEpisodes(series: card.id)) else {
                #expect(forbidden.contains { $0.id == card.id }, "\(note)")
                continue
            }
            #expect(Int(response.total) == response.episodes.count)
            try check(response, "ListEpisodes")
        }
    }

    private func episodeOrders(_ client: RPCClient<Catalog>) async throws {
        for card in everything where card.kind == .series {
            for order in [EpisodeOrder.absolute, .aired] {
                do {
                    let set = try await client.send(Catalog.SetEpisodeOrder(series: card.id, order: order))
                    let listed = try await client.send(Catalog.ListEpisodeOrders(series: card.id))
                    #expect(set.current == order && listed.current == order, "\(note)")
                    #expect(allowed.contains { $0.id == card.id }, "\(note)")
                } catch {
                    try expectUnknown(error)
                    #expect(forbidden.contains { $0.id == card.id }, "\(note)")
                }
            }
        }
    }

    private func stream(_ client: RPCClient<Catalog>) async throws {
        for card in everything where card.kind != .series {
            guard let response = try? await client.send(Catalog.ResolveStream(id: card.id)) else { continue }
            #expect(allowed.contains { $0.id == card.id }, "\(note)")
            try check(response, "ResolveStream")
        }
    }

    private func sources(_ client: RPCClient<Catalog>) async throws {
        let response = try await client.send(Catalog.ListSources())
        let list = try #require(response.sources.first { $0.kind == .playlist })
        func count(_ kind: ContentKind) -> Int64 { Int64(allowed.count { $0.kind == kind }) }
        #expect([list.movies, list.episodes, list.channels] == [.movie, .episode, .channel].map(count), "\(note)")
        try check(response, "ListSources")
    }
}
