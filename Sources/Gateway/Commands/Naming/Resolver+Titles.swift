internal import CatalogAPI
internal import Foundation
internal import HearthModel
internal import RPC
internal import ServiceKit

/// Titles, episodes, channels and programmes.
extension Resolver {
    /// Fetches the titles of one list.
    typealias Listed = () async throws -> [Card]

    /// A title by its id, its name, its row in the last list, or a channel's number; an episode by its series and number.
    ///
    /// - Parameters:
    ///   - kinds: the kinds that it may be; nil for any.
    ///   - listed: fetches titles that are looked among first, such as those in the queue.
    /// - Throws: ``GatewayFailure`` when there is none, or several of which none was chosen.
    func title(
        _ text: String, _ kinds: [ContentKind]? = nil, listed: Listed? = nil
    ) async throws -> ContentID {
        let noun = kinds == [.channel] ? Noun.channel : .title
        if let row = try row(text, noun) { return ContentID(rawValue: row) }
        let id = ContentID(rawValue: text)
        if id.hasFormOfID { return id }
        if let cards = try await listed?(), let found = try await choose(text, noun, among: cards.map { Candidate($0) })
        {
            return found.value.id
        }
        if try await isKnown(id) { return id }
        if let (series, number) = EpisodeNumber.split(text) {
            return try await episode(number, of: try await title(series, [.series]))
        }
        return try await named(text, kinds)
    }

    /// One title, whose name may be several arguments.
    func title(_ words: [String], _ kinds: [ContentKind]? = nil) async throws -> ContentID {
        try await title(words.joined(separator: " "), kinds)
    }

    /// Several titles, one for each argument, with the episodes that follow series.
    func titles(_ arguments: [String], listed: Listed? = nil) async throws -> [ContentID] {
        var found: [ContentID] = []
        for text in EpisodeNumber.join(arguments) { found.append(try await title(text, listed: listed)) }
        return found
    }

    /// A channel by its id, number, name or row.
    func channel(_ text: String) async throws -> ContentID { try await title(text, [.channel]) }

    /// Channels, one for each argument.
    func channels(_ arguments: [String]) async throws -> [ContentID] {
        var found: [ContentID] = []
        for text in arguments { found.append(try await channel(text)) }
        return found
    }

    /// A time on a channel: the time itself, or the start of the programme that words name.
    ///
    /// - Parameter past: how far back a programme may be, in seconds.
    /// - Throws: ``GatewayFailure``; `ValidationError` for what is neither.
    func moment(
        _ text: String, of argument: String, on channel: ContentID, past: Double, _ clock: WallClock
    ) async throws -> Date {
        guard clock.date(text) == nil, text.contains(where: \.isLetter) else {
            return try clock.moment(text, of: argument)
        }
        let hits = try await gateway.send(
            Catalog.SearchGuide(text: text, from: gateway.now.addingTimeInterval(-past), channels: [channel])
        ).hits
        let candidates = hits.map { hit in
            Candidate(
                id: clock.time(hit.programme.start), name: hit.programme.displayTitle,
                note: "until \(clock.time(hit.programme.stop))", aliases: [hit.programme.title],
                value: hit.programme.start)
        }
        if let chosen = try await choose(text, .programme, among: candidates) { return chosen.value }
        var failure = missing(text, .programme)
        // It is no time either.
        failure.status = .usage
        failure.message = "Nothing on this channel is called \"\(Table.printable(text))\"."
        failure.advice = "\(argument) also takes a time like 20:15 or \"01-31 20:15\". \(Noun.programme.advice)"
        throw failure
    }

    /// Whether the library has a title of this id; without the catalog only ids can be meant, and the service that gets it
    /// says whether it is one.
    private func isKnown(_ id: ContentID) async throws -> Bool {
        guard id.isWellFormed else { return false }
        do {
            return try await !gateway.send(Catalog.GetCards(ids: [id])).cards.isEmpty
        } catch let failure as GatewayFailure where failure.status == .unavailable {
            return true
        }
    }

    private func named(_ text: String, _ kinds: [ContentKind]?) async throws -> ContentID {
        let isChannel = kinds == [.channel]
        let noun = isChannel ? Noun.channel : .title
        let numbered = text.wholeMatch(of: /\d+(?:[.]\d+)?/) != nil && kinds?.contains(.channel) != false
        let channels = numbered ? try await channels(numbered: text) : []
        if isChannel, let first = channels.first { return try await take(channels, first, text, noun) }
        var request = Catalog.Search(text: text, kinds: kinds, page: PageRequest())
        var found = try await gateway.send(request)
        if found.hits.isEmpty, let match = text.wholeMatch(of: /(.*\S)\s+\(?(\d{4})\)?/), let year = Int32(match.2) {
            // The catalog's text does not include the year of a title.
            (request.text, request.years) = (String(match.1), [YearRange(year, through: year)])
            found = try await gateway.send(request)
            (request.text, request.years) = (text, nil)
        }
        if found.hits.isEmpty, channels.isEmpty, kinds == nil {
            // Episodes are found by their own names only where nothing else is.
            request.kinds = [.episode]
            found = try await gateway.send(request)
        }
        let candidates = found.hits.map { Candidate($0) } + channels
        let isGuess = found.correctedText != nil && found.exactTotal ?? 0 == 0
        let close = NameMatch.close(to: text, among: candidates)
        // Titles that the text finds by other words, such as the cast's, are offered only.
        if let chosen = try await choose(text, noun, among: candidates, isGuess: isGuess || close.isEmpty) {
            return chosen.value.id
        }
        throw GatewayFailure(
            noun.code, "No \(noun.name) has this id or name, or the profile may not see it.", advice: noun.advice)
    }

    private func take(
        _ channels: [Candidate<Card>], _ first: Candidate<Card>, _ text: String, _ noun: Noun
    ) async throws -> ContentID {
        (try await choose(text, noun, among: channels) ?? first).value.id
    }

    private func channels(numbered number: String) async throws -> [Candidate<Card>] {
        let client = gateway.clients.client(of: Catalog.self)
        let options = CallOptions(timeout: gateway.options.timeout, tokens: gateway.tokens)
        var found: [Candidate<Card>] = []
        do {
            for try await batch in try await client.stream(Catalog.ListOnAir(), options: options) {
                found += batch.channels.filter { $0.number == number }.map { channel in
                    Candidate(Card(id: channel.id, kind: .channel, title: channel.name), number: number)
                }
            }
        } catch {
            throw GatewayFailure(
                error, service: Catalog.serviceName, safety: Catalog.ListOnAir.safety, see: nil)
        }
        return found
    }

    private func episode(_ number: EpisodeNumber, of series: ContentID) async throws -> ContentID {
        var cursor: String?
        repeat {
            let page = PageRequest(size: PageRequest.maximumSize, cursor: cursor)
            let list = try await gateway.send(
                Catalog.ListEpisodes(series: series, season: number.season, page: page))
            if let found = list.episodes.first(where: { $0.season == number.season && $0.episode == number.episode }) {
                announce(Candidate(found), for: "")
                return found.id
            }
            cursor = list.cursor
        } while cursor != nil
        throw GatewayFailure(
            "NOT_FOUND", "The series has no episode \(number) that this profile may see.",
            advice: "`hearth title \(series) --season \(number.season)` lists the season's episodes.")
    }
}

extension Candidate where Value == Card {
    /// A title; of a channel also its number.
    init(_ card: Card, number: String? = nil) {
        let kind = CardFormatter.kind(card)
        self.init(
            id: card.id.rawValue, name: card.longTitle, note: card.year.map { "\(kind), \($0)" } ?? kind,
            aliases: [card.title] + [card.year.map { "\(card.title) \($0)" }, number].compactMap(\.self), value: card)
    }
}

extension ContentID {
    /// Whether it has the form of an id of the library or of TMDB, which no name has.
    var hasFormOfID: Bool {
        rawValue.wholeMatch(of: /(?:mv|sr|ep|ch)_[a-z2-7]{24}|tmdb:(?:movie|tv):\d+/) != nil
    }
}
