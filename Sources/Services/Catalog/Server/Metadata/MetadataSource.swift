internal import Household
internal import MetadataGatewayAPI
internal import RPC

/// metadata-gateway, asked for the catalog itself.
struct MetadataSource: Sendable {
    let gateway: RPCClient<MetadataGateway>
    private let token: @Sendable (_ household: String) async throws -> AccessToken

    /// - Parameter token: gives a token with which the catalog acts for itself in a household.
    init(channel: any RPCChannel, token: @escaping @Sendable (_ household: String) async throws -> AccessToken) {
        gateway = RPCClient(channel)
        self.token = token
    }

    /// Asks for the catalog itself, with a limit of its own.
    ///
    /// - Throws: `RPCError`, and what signing throws.
    func ask<Request: RPCRequest>(
        _ request: Request, household: String, timeout: Duration
    ) async throws -> Request.Response where Request.Service == MetadataGateway {
        try await gateway.send(
            request, options: CallOptions(timeout: timeout, token: try await token(household), criticality: .sheddable))
    }

    /// What TMDB knows of a title; nil when none of its titles is surely this one.
    ///
    /// - Throws: `RPCError` when that cannot be told now, and what signing throws.
    func learn(_ wanted: LearnedTable.Wanted, household: String) async throws -> LearnedTitle? {
        // Nobody waits for what is learnt in the background.
        let options = CallOptions(token: try await token(household), criticality: .sheddable)
        if let fixed = wanted.fixed {
            return fixed == 0 ? nil : try await details(fixed, of: wanted, .certain, Self.byHand, options)
        }
        if let known = wanted.known {
            // It was found before: what has become of it?
            return try await details(known.tmdbID, of: wanted, known.certainty, known.reason, options)
        }
        if let hint = wanted.hint, wanted.kind == .movie, let found = try await check(hint, wanted, options) {
            return found
        }
        for search in Self.searches(for: wanted) {
            let page = try await gateway.send(search, options: options).page
            let verdict = TitleMatcher.match(
                TitleMatcher.Question(title: wanted.title, year: wanted.year),
                among: page.results.map(TitleMatcher.Candidate.init), isAll: page.totalPages <= 1)
            switch verdict {
            case .match(let id, let certainty, let reason):
                return try await details(id, of: wanted, certainty, reason, options)
            case .ambiguous: return nil
            case .unknown: continue
            }
        }
        return nil
    }

    private static let byHand = "a person has said so"

    /// The film of a number that the source gives, if it is called like the title: panels' numbers are dead or another film's
    /// often enough.
    private func check(
        _ id: Int64, _ wanted: LearnedTable.Wanted, _ options: CallOptions
    ) async throws -> LearnedTitle? {
        let learned = try await details(id, of: wanted, .certain, "its source has TMDB's number of it", options)
        guard var found = learned else { return nil }
        let candidate = TitleMatcher.Candidate(
            id: id, names: [found.name, found.originalTitle].compactMap(\.self), year: found.year.map { Int($0) },
            votes: found.votes)
        let question = TitleMatcher.Question(title: wanted.title, year: wanted.year)
        guard case .match(_, let certainty, _) = TitleMatcher.match(question, among: [candidate], isAll: true) else {
            return nil
        }
        found.certainty = certainty
        return found
    }

    /// What is looked for, one after the other: first in the title's own language and year.
    private static func searches(for wanted: LearnedTable.Wanted) -> [MetadataGateway.SearchTitles] {
        let text = String(wanted.title.prefix(longestText))
        let kind: SearchKind = wanted.kind == .series ? .show : .movie
        let language = wanted.language.flatMap { $0.utf8.count == 2 && $0 != "en" ? $0 : nil }
        func search(_ year: Int?, _ language: String?) -> MetadataGateway.SearchTitles {
            MetadataGateway.SearchTitles(text: text, kind: kind, year: year.map(Int32.init), language: language)
        }
        var searches: [MetadataGateway.SearchTitles] = []
        if language != nil { searches.append(search(wanted.year, language)) }
        searches.append(search(wanted.year, nil))
        // The year may be that of another country's premiere.
        if wanted.year != nil { searches.append(search(nil, nil)) }
        return searches
    }

    /// Characters, of which metadata-gateway takes no more.
    private static let longestText = 200

    private func details(
        _ id: Int64, of wanted: LearnedTable.Wanted, _ certainty: TitleMatcher.Certainty, _ reason: String,
        _ options: CallOptions
    ) async throws -> LearnedTitle? {
        // In the same question, where there is somebody to tell.
        let extras: [TitleExtra] = wanted.region == nil ? [] : [.watchProviders]
        do {
            if wanted.kind == .series {
                let request = MetadataGateway.GetShow(id: id, along: [.certificates, .externalIds] + extras)
                let answer = try await gateway.send(request, options: options)
                return LearnedTitle(answer, certainty, reason).shown(answer.show.watchProviders, in: wanted.region)
            }
            let request = MetadataGateway.GetMovie(id: id, along: [.certificates] + extras)
            let answer = try await gateway.send(request, options: options)
            return LearnedTitle(answer, certainty, reason).shown(answer.movie.watchProviders, in: wanted.region)
        } catch  where error.code == .notFound {
            return nil
        }
    }
}

extension TitleMatcher.Candidate {
    init(_ title: TMDB.Title) {
        let names = [title.title, title.originalTitle, title.name, title.originalName].compactMap(\.self)
        let date = [title.releaseDate, title.firstAirDate].compactMap(\.self).first { !$0.isEmpty }
        self.init(
            id: title.id, names: names, year: date.flatMap { Int($0.prefix(4)) }, votes: title.voteCount ?? 0)
    }
}
