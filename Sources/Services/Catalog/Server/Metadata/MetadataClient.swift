internal import CatalogRecognition
internal import HearthModel
internal import MetadataGatewayAPI
internal import RPC
internal import TextFolding

/// A client of metadata-gateway, with the catalog's own token.
struct MetadataClient: Sendable {
    let gateway: RPCClient<MetadataGateway>
    private let token: @Sendable (_ household: String) async throws -> AccessToken

    /// - Parameter token: returns the catalog's own token for a household.
    init(channel: any RPCChannel, token: @escaping @Sendable (_ household: String) async throws -> AccessToken) {
        gateway = RPCClient(channel)
        self.token = token
    }

    /// Sends a request with the catalog's own token and a timeout of its own.
    ///
    /// - Throws: `RPCError`, and errors of signing.
    func fetch<Request: RPCRequest>(
        _ request: Request, household: String, timeout: Duration
    ) async throws -> Request.Response where Request.Service == MetadataGateway {
        try await gateway.send(
            request, options: CallOptions(timeout: timeout, token: try await token(household), criticality: .sheddable))
    }

    /// TMDB's data of a title; nil when no match is certain enough.
    ///
    /// - Throws: `RPCError` when metadata-gateway cannot answer, and errors of signing.
    func learn(_ requested: MetadataTitleTable.Request, household: String) async throws -> MetadataTitle? {
        // No caller waits for a background refresh.
        let options = CallOptions(token: try await token(household), criticality: .sheddable)
        if let fixed = requested.fixed {
            if fixed == 0 { return nil }
            return try await details(fixed, of: requested, .certain, Self.byHand, language: nil, options)
        }
        if let known = requested.known {
            // It was matched before: refreshes the match.
            return try await details(
                known.tmdbID, of: requested, known.certainty, known.reason, language: known.originalLanguage, options)
        }
        if let hint = requested.hint, requested.kind == .movie, let found = try await check(hint, requested, options) {
            return found
        }
        if requested.kind == .series, let version = NationalVersion(title: requested.title),
            let found = try await search(version.name, for: requested, madeIn: version.country, options)
        {
            return found
        }
        // TMDB has the country in the name of some, too: "RuPaul's Drag Race UK".
        return try await search(requested.title, for: requested, madeIn: nil, options)
    }

    /// - Parameter country: only titles made there.
    private func search(
        _ title: String, for requested: MetadataTitleTable.Request, madeIn country: String?, _ options: CallOptions
    ) async throws -> MetadataTitle? {
        for search in Self.searches(for: requested, called: title) {
            let page = try await gateway.send(search, options: options).page
            let results = page.results.filter { result in
                country.map { result.originCountry?.contains($0) == true } ?? true
            }
            let verdict = TitleMatcher.match(
                TitleMatcher.Question(title: title, year: requested.year),
                among: results.map(TitleMatcher.Candidate.init), isAll: page.totalPages <= 1)
            switch verdict {
            case .match(let id, let certainty, let reason):
                let language = Self.language(of: id, in: page)
                return try await details(id, of: requested, certainty, reason, language: language, options)
            case .ambiguous: return nil
            case .unknown: continue
            }
        }
        return nil
    }

    /// TMDB's data of a season.
    ///
    /// - Throws: `RPCError` when metadata-gateway cannot answer, and errors of signing.
    func learn(_ requested: MetadataSeasonTable.Request, household: String) async throws -> MetadataSeasonTable.Outcome
    {
        let options = CallOptions(token: try await token(household), criticality: .sheddable)
        do {
            let response = try await gateway.send(Self.season(requested, in: requested.household), options: options)
            let season = MetadataSeason(response)
            guard requested.household != nil, season.lacksTexts else { return .learned(season) }
            let english = try await gateway.send(Self.season(requested, in: nil), options: options)
            return .learned(season.filled(from: MetadataSeason(english)))
        } catch  where error.code == .notFound {
            return .unknown
        }
    }

    /// TheTVDB's intro times of a season.
    ///
    /// - Throws: `RPCError` when metadata-gateway cannot answer, and errors of signing.
    func learn(_ requested: MetadataIntroTable.Request, household: String) async throws -> MetadataIntroTable.Outcome {
        let options = CallOptions(token: try await token(household), criticality: .sheddable)
        let request = MetadataGateway.GetSeasonMarks(
            title: String(requested.title.prefix(Self.longestText)),
            year: requested.year == 0 ? nil : Int32(clamping: requested.year),
            seasonNumber: Int32(clamping: requested.season))
        do {
            return .learned(try await gateway.send(request, options: options).episodes)
        } catch  where error.code == .notFound {
            return .learned([])
        }
    }

    private static func language(of id: Int64, in page: TMDB.TitlePage) -> String? {
        page.results.first { $0.id == id }?.originalLanguage
    }

    private static let byHand = "a person has said so"

    /// The film with the source's TMDB id, if its name matches the title: panels' ids are often dead or another film's.
    private func check(
        _ id: Int64, _ requested: MetadataTitleTable.Request, _ options: CallOptions
    ) async throws -> MetadataTitle? {
        let reason = "its source has TMDB's number of it"
        // In English first: by its names there, and its own, lists are matched.
        var named = requested
        named.household = nil
        let learned = try await details(id, of: named, .certain, reason, language: nil, options)
        guard var found = learned else { return nil }
        let candidate = TitleMatcher.Candidate(
            id: id, names: [found.name, found.originalTitle].compactMap(\.self), year: found.year.map { Int($0) },
            votes: found.votes)
        let question = TitleMatcher.Question(title: requested.title, year: requested.year)
        guard case .match(_, let certainty, _) = TitleMatcher.match(question, among: [candidate], isAll: true) else {
            return nil
        }
        if requested.household != nil {
            let told = try await details(id, of: requested, .certain, reason, language: nil, options)
            found = told ?? found
        }
        found.certainty = certainty
        return found
    }

    /// The searches to try in order: first in the title's own language and year.
    private static func searches(
        for requested: MetadataTitleTable.Request, called title: String
    ) -> [MetadataGateway.SearchTitles] {
        let text = String(title.prefix(longestText))
        let kind: SearchKind = requested.kind == .series ? .show : .movie
        let language = requested.language.flatMap { $0.utf8.count == 2 && $0 != "en" ? $0 : nil }
        func search(_ year: Int?, _ language: String?) -> MetadataGateway.SearchTitles {
            MetadataGateway.SearchTitles(text: text, kind: kind, year: year.map(Int32.init), language: language)
        }
        var searches: [MetadataGateway.SearchTitles] = []
        if language != nil { searches.append(search(requested.year, language)) }
        searches.append(search(requested.year, nil))
        // The year may be that of another country's premiere.
        if requested.year != nil { searches.append(search(nil, nil)) }
        return searches
    }

    /// Metadata-gateway's limit in characters.
    private static let longestText = 200

    /// - Parameter language: the title's original language, if known.
    private func details(
        _ id: Int64, of requested: MetadataTitleTable.Request, _ certainty: TitleMatcher.Certainty, _ reason: String,
        language: String?, _ options: CallOptions
    ) async throws -> MetadataTitle? {
        do {
            let told =
                requested.kind == .series
                ? try await show(id, of: requested, certainty, reason, language, options)
                : try await film(id, of: requested, certainty, reason, language, options)
            return told
        } catch  where error.code == .notFound {
            return nil
        }
    }

    /// All in one request; watch providers only where the household has a region.
    private static func extras(_ requested: MetadataTitleTable.Request) -> [TitleExtra] {
        [.credits, .videos] + (requested.region == nil ? [] : [.watchProviders])
    }

    private func film(
        _ id: Int64, of requested: MetadataTitleTable.Request, _ certainty: TitleMatcher.Certainty, _ reason: String,
        _ original: String?, _ options: CallOptions
    ) async throws(RPCError) -> MetadataTitle {
        let languages = Self.trailerLanguages(requested, original)
        let request = Self.film(id, Self.extras(requested), languages, in: requested.household)
        let response = try await gateway.send(request, options: options)
        var title = MetadataTitle(response, certainty, reason)
            .shown(response.movie.watchProviders, in: requested.region)
            .with(response.movie.credits, response.movie.videos, in: languages)
        title.language = requested.household
        return try await translated(title) { () async throws(RPCError) in
            try await gateway.send(Self.film(id, [], []), options: options).movie.overview
        }
    }

    private func show(
        _ id: Int64, of requested: MetadataTitleTable.Request, _ certainty: TitleMatcher.Certainty, _ reason: String,
        _ original: String?, _ options: CallOptions
    ) async throws(RPCError) -> MetadataTitle {
        let languages = Self.trailerLanguages(requested, original)
        let request = Self.show(id, Self.extras(requested), languages, in: requested.household)
        let response = try await gateway.send(request, options: options)
        var title = MetadataTitle(response, certainty, reason)
            .shown(response.show.watchProviders, in: requested.region)
            .with(response.show.credits, response.show.videos, in: languages)
        title.language = requested.household
        return try await translated(title) { () async throws(RPCError) in
            try await gateway.send(Self.show(id, [], []), options: options).show.overview
        }
    }

    /// A title whose overview is not translated has the English one, rather than none.
    private func translated(
        _ title: MetadataTitle, english: () async throws(RPCError) -> String?
    ) async throws(RPCError) -> MetadataTitle {
        guard title.language != nil, title.overview == nil else { return title }
        var title = title
        title.overview = try await english().flatMap(MetadataTitle.nonEmpty)
        return title
    }

    private static func trailerLanguages(_ requested: MetadataTitleTable.Request, _ original: String?) -> [String] {
        trailerLanguages([requested.language, requested.household.map { String($0.prefix(2)) }, original])
    }

    /// - Parameter language: of its texts; nil for English.
    private static func film(
        _ id: Int64, _ extras: [TitleExtra], _ videos: [String], in language: String? = nil
    ) -> MetadataGateway.GetMovie {
        var request = MetadataGateway.GetMovie(id: id, along: [.certificates] + extras)
        (request.videoLanguages, request.isOnce) = (videos.isEmpty ? nil : videos, true)
        request.language = language
        return request
    }

    private static func show(
        _ id: Int64, _ extras: [TitleExtra], _ videos: [String], in language: String? = nil
    ) -> MetadataGateway.GetShow {
        var request = MetadataGateway.GetShow(id: id, along: [.certificates, .externalIds] + extras)
        (request.videoLanguages, request.isOnce) = (videos.isEmpty ? nil : videos, true)
        request.language = language
        return request
    }

    /// - Parameter language: of its texts; nil for English.
    private static func season(
        _ requested: MetadataSeasonTable.Request, in language: String?
    ) -> MetadataGateway.GetSeason {
        var request = MetadataGateway.GetSeason(
            seriesId: requested.tmdbID, seasonNumber: Int32(clamping: requested.season))
        request.isOnce = true
        request.language = language
        return request
    }

    /// The languages of trailers by preference: that of the links, the household's, that of the title, English.
    private static func trailerLanguages(_ codes: [String?]) -> [String] {
        var languages: [String] = []
        for code in codes.compactMap({ $0?.lowercased() }) + ["en"] {
            let isCode = code.utf8.count == 2 && code.utf8.allSatisfy(\.isLetter)
            if isCode, !languages.contains(code) { languages.append(code) }
        }
        return languages
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
