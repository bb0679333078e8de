package import CatalogFormats
internal import HearthModel
internal import TextFolding

/// Recognises the items of a list's entries: cleans, classifies, identifies.
///
/// It works entry by entry; only the signals of groups are cached.
package struct EntryRecognizer {
    /// The source's id: part of the provider's match key, and not of any id.
    package let source: String
    private let statistics: PlaylistStatistics
    private let sharedGuideIDs: SharedGuideIDs
    /// Built on first use: in many lists every channel has a guide id.
    private lazy var namesakes = statistics.guideIDs.namesakes(sharedGuideIDs)
    private var groups: GroupSignalCache

    /// - Parameters:
    ///   - source: The id of the source that the list comes from.
    ///   - statistics: The statistics of the whole list; without them every guide id and title is taken at face value.
    package init(source: String, statistics: PlaylistStatistics = PlaylistStatistics()) {
        (self.source, self.statistics) = (source, statistics)
        sharedGuideIDs = statistics.guideIDs.shared()
        groups = statistics.groups
    }

    /// The item that an entry links to.
    package mutating func item(for entry: M3UEntry) -> PlaylistItem {
        let title = ListedTitle(entry.title)
        let whole = FoldedText(title.text)
        let bare = statistics.watermarks.cut(title.text)
        let listed = bare == title.text ? whole : FoldedText(bare)
        let affixes = statistics.affixes.name(in: listed.source, isChannel: false)
        let text = affixes.map { FoldedText(listed.sourceText($0.range)) } ?? listed
        let group = groups.facts(of: entry.groups)
        let address = AddressParts(entry.address)
        let (marker, isNamed) = EpisodeFinder(
            entry: entry, text: text, address: address, group: group, statistics: statistics.series
        ).find()
        let signs = RadioSignals(entry)
        let isInMovieGroup =
            statistics.films.isMovies(entry.groupText)
            || statistics.films.isMostlyMovies(entry.groupText)
                && !MovieSignals(entry, address: address, signs: signs).isLive
        let isNotice = statistics.addresses.isNotice(entry.address)
        let classification = EntryClassifier.classify(
            entry, address: address, title: listed, isFileName: title.isFileName, marker: marker,
            isNamedEpisode: isNamed,
            isInMovieGroup: isInMovieGroup && (!isNotice || group.suggestsVideo),
            hasPosters: statistics.films.hasPosters(entry.groupText),
            isOfRadio: statistics.radio.isStation(entry, signs), isNotice: isNotice,
            group: group
        )
        // Channels may well be called after a site.
        var draft = Draft(
            entry: entry, address: address, text: classification.kind == .channel ? whole : text,
            isFileName: title.isFileName, group: group,
            classification: classification, isTelevision: signs.isNamedTelevision)
        switch classification.kind {
        case .channel: readChannel(&draft)
        case .episode:
            if let marker { readEpisode(&draft, marker) } else { readMovie(&draft) }
        default: readMovie(&draft)
        }
        if let affixes, classification.kind != .channel {
            Self.addTags(of: (affixes.before + affixes.behind).map(listed.sourceText), to: &draft)
        }
        return finish(draft)
    }

    // MARK: Kinds

    /// The item under construction.
    private struct Draft {
        var entry: M3UEntry
        var address: AddressParts
        var text: FoldedText
        /// Whether the title is a file name.
        var isFileName: Bool
        var group: GroupSignals
        var classification: Classification
        /// The name has a word of television.
        var isTelevision: Bool
        var clean = CleanTitle(title: "")
        var id: DerivedID?
        var series: PlaylistItem.Series?
        var quality: StreamQuality?
        var country: String?
        var namesake: PlaylistItem.Namesake?
        /// The section of its list in front of a channel's name, folded, where it is no country's.
        var section = ""
        /// The name and signals of a channel that other lists may have, too.
        var compared: (name: FoldedText, signs: ChannelSignals)?
        var rungs: [MatchKey] = []
    }

    private mutating func readChannel(_ draft: inout Draft) {
        let entry = draft.entry
        let counted = statistics.prefixes.counted(draft.text)
        readName(&draft, from: counted?.words ?? 0)
        draft.clean = ChannelTitle(draft.clean, of: entry).clean
        if let counted { draft.clean.number = draft.clean.number ?? String(counted.number) }
        let guideID = GuideID(entry.guideID)
        draft.quality = draft.clean.tags.quality ?? guideID?.quality
        if isRadio(draft),
            let rest = StationTitle(
                draft.clean.title, hasBareRates: statistics.radio.hasBareRates
            ).rest
        {
            draft.clean.title = rest
        }
        let name = FoldedText(draft.clean.title)
        draft.country = entry.countryCode ?? draft.clean.tags.country ?? draft.group.country
        draft.id = ContentIdentity.channel(
            guideID: guideID, name: name, country: guideID == nil ? place(draft) : draft.country,
            isRadio: isDeclaredRadio(draft),
            isNational: guideID.map(sharedGuideIDs.isNational) ?? false,
            isSharedGuideID: guideID.map { sharedGuideIDs.contains($0, title: entry.title) } ?? false)
        if let guideID {
            draft.rungs.append(ContentIdentity.rung(guide: guideID))
            if let rung = ContentIdentity.rung(origin: guideID, name: name) { draft.rungs.append(rung) }
            if !sharedGuideIDs.isAnything(guideID), !sharedGuideIDs.isNational(guideID) {
                draft.compared = (name, signs(draft, name))
            }
        } else if let id = draft.id {
            joinByName(&draft, name, id)
        }
        draft.rungs.append(ContentIdentity.rung(name: name, kind: .channel, detail: draft.country ?? ""))
        // The code stays in the identity: "Low" may be another channel than "Low PL".
        if let name = statistics.codes.name(in: draft.clean.title, country: draft.group.country) {
            draft.clean.title = name
        }
    }

    /// Cleans a channel's name, between what its list sets before and behind many of them.
    private func readName(_ draft: inout Draft, from first: Int) {
        let text = draft.text
        guard let name = statistics.affixes.name(in: text.source, isChannel: true) else {
            draft.clean = TitleCleaner.clean(text, words: first..<text.words.count, style: .channel)
            return
        }
        let start = text.words.firstIndex { $0.range.lowerBound >= name.range.lowerBound } ?? 0
        let end = text.words.lastIndex { $0.range.upperBound <= name.range.upperBound }.map { $0 + 1 } ?? start
        guard max(first, start) < end else {
            draft.clean = TitleCleaner.clean(text, words: first..<text.words.count, style: .channel)
            return
        }
        draft.clean = TitleCleaner.clean(text, words: max(first, start)..<end, style: .channel)
        for affix in name.before.map({ FoldedText(text.sourceText($0)) }) where Self.meanings(of: affix) == nil {
            draft.section += String(decoding: affix.compact, as: UTF8.self)
        }
        Self.addTags(of: (name.before + name.behind).map(text.sourceText), to: &draft)
    }

    private static func addTags(of affixes: [String], to draft: inout Draft) {
        for affix in affixes {
            for meaning in meanings(of: FoldedText(affix)) ?? [] { draft.clean.tags.add(meaning) }
        }
    }

    /// What a text says that is set before or behind names.
    private static func meanings(of affix: FoldedText) -> [TitleTag.Meaning]? {
        TitleCleaner(affix, words: affix.words.indices, style: .video)
            .meanings(affix.words.indices, in: .all, needsCapitals: false)
    }

    /// The country of a channel, and the section that tells it from those of its name.
    private func place(_ draft: Draft) -> String? {
        draft.section.isEmpty ? draft.country : "\(draft.country ?? "")/\(draft.section)"
    }

    /// Whether the list or the entry itself declares radio, and not its group alone.
    private func isDeclaredRadio(_ draft: Draft) -> Bool {
        draft.entry.isRadio || draft.classification.reason == .radio || draft.clean.tags.isRadio
    }

    /// A link without a guide id belongs to the channel of its name that has one.
    private mutating func joinByName(_ draft: inout Draft, _ name: FoldedText, _ id: DerivedID) {
        let signs = signs(draft, name)
        guard let channel = namesakes.channel(called: name, signs) else {
            draft.compared = (name, signs)
            return
        }
        draft.namesake = PlaylistItem.Namesake(guideID: channel.guideID.normalized, ownID: id)
        draft.id = ContentIdentity.channel(
            guideID: channel.guideID, name: name, country: nil, isRadio: false, isSharedGuideID: channel.isShared)
    }

    private func signs(_ draft: Draft, _ name: FoldedText) -> ChannelSignals {
        var signs = ChannelSignals(draft.entry, address: draft.address, group: draft.group)
        signs.add(draft.clean.tags)
        signs.add(prefixOf: draft.text, before: name, isSection: !draft.section.isEmpty)
        return signs
    }

    private func readMovie(_ draft: inout Draft) {
        let start = statistics.ranks.isRanked(draft.entry.groupText) ? RankStatistics.endOfRank(draft.text) ?? 0 : 0
        draft.clean = TitleCleaner.clean(
            draft.text, words: start..<draft.text.words.count, style: .video,
            isFileName: draft.isFileName)
        let title = FoldedText(draft.clean.title)
        draft.id = ContentIdentity.movie(title, year: draft.clean.year)
        draft.rungs.append(ContentIdentity.rung(name: title, kind: .movie, detail: ""))
    }

    private func readEpisode(_ draft: inout Draft, _ found: EpisodeMarker) {
        let text = draft.text
        var marker = found
        let words = Self.startOfSeries(text, marker)..<marker.words.lowerBound
        var series = TitleCleaner.clean(text, words: words, style: .video)
        if let version = NationalVersion(series, of: text, words: words) { series.title = version.title }
        // "S41 E50 2024-11-15": identified by its number, and the day is no title.
        let day = marker.airDate == nil ? EpisodeMarker.date(text, at: marker.words.upperBound) : nil
        draft.clean = TitleCleaner.cleanRest(of: text, from: day?.words.upperBound ?? marker.words.upperBound)
        // "24.The Pier".
        if draft.clean.title.hasPrefix("."), !draft.clean.title.hasPrefix("..") { draft.clean.title.removeFirst() }
        if series.title.isEmpty {
            let found = SeriesName(
                entry: draft.entry, address: draft.address, marker: marker, rest: draft.clean
            ).find()
            series = found.title
            marker.season = marker.season ?? found.season
            // "4x8 BoJack Horseman" has no name but the series'.
            let own = FoldedText(draft.clean.title)
            let isVersion = own.words.count > 1 && own.words[0].isUppercase && own.tag(0..<1, in: .release) != nil
            let name = isVersion ? Array(own.compact[own.words[0].foldedRange.upperBound...]) : own.compact
            if FoldedText(series.title).compact == name {
                if isVersion, let tag = own.tag(0..<1, in: .release) { draft.clean.tags.add(tag.meaning) }
                draft.clean.title = ""
            }
        } else if let whole = SeriesName.spelled(
            series.title, group: draft.entry.groups.last,
            isFirstWord: statistics.series.isFirstWord(of: draft.entry.groupText))
        {
            series.title = whole.title
        }
        let title = FoldedText(series.title)
        let year = series.year
        let seriesID = ContentIdentity.series(title, year: year)
        var part = PlaylistItem.Series(id: seriesID, title: series.title, year: year)
        (part.season, part.episode, part.lastEpisode) = (marker.season, marker.episode, marker.lastEpisode)
        if let episode = marker.episode {
            draft.id = ContentIdentity.episode(
                of: seriesID, season: marker.season, episode: episode, last: marker.lastEpisode, half: marker.half)
        } else if let date = marker.airDate {
            draft.id = ContentIdentity.episode(of: seriesID, year: date.year, month: date.month, day: date.day)
            part.airDate = date.text
        }
        draft.series = part
        draft.clean.year = nil
        for language in series.tags.languages { draft.clean.tags.add(language: language) }
        draft.clean.tags.quality = draft.clean.tags.quality ?? series.tags.quality
        draft.clean.tags.country = draft.clean.tags.country ?? series.tags.country
        draft.clean.tags.provider = draft.clean.tags.provider ?? series.tags.provider
        let half = marker.half.map { String(UnicodeScalar($0)) } ?? ""
        let detail = "\(marker.season ?? 1)x\(marker.episode ?? 0)\(half)\(part.airDate ?? "")"
        draft.rungs.append(ContentIdentity.rung(name: title, kind: .episode, detail: detail))
    }

    /// "[SubsPlease] Frieren - 05": after the release group. "[ES] Élite S01E05" has a language, and is cleaned with
    /// the rest.
    private static func startOfSeries(_ text: FoldedText, _ marker: EpisodeMarker) -> Int {
        guard marker.episode != nil, let first = text.words.first, first.group > 0,
            text.groups[first.group - 1].opening == UInt8(ascii: "["),
            let start = text.words.indices.first(where: { text.words[$0].group != first.group }),
            start < marker.words.lowerBound, text.tag(0..<start, in: [.bracket, .prefix]) == nil
        else { return 0 }
        return start
    }

    // MARK: The rest

    private func finish(_ draft: Draft) -> PlaylistItem {
        let entry = draft.entry
        let kind = draft.id?.kind ?? .channel
        let certification = entry.ratingText.flatMap { $0.isEmpty ? nil : Certification($0.trimmingSpaces()) }
        var rungs = draft.rungs
        if let id = entry.providerID { rungs.append(ContentIdentity.rung(provider: id, source: source)) }
        if let id = externalID(entry, kind: kind) { rungs.append(ContentIdentity.rung(external: id)) }
        rungs.append(ContentIdentity.rung(address: draft.address))
        rungs.sort { $0.kind < $1.kind }
        var languages = draft.clean.tags.languages
        for code in entry.languages where !languages.contains(code) { languages.append(code) }
        if languages.isEmpty { languages = draft.group.languages }
        let variant = StreamVariant(
            entry, tags: draft.clean.tags, quality: draft.quality ?? draft.clean.tags.quality, source: source,
            languages: languages)
        let adult = adult(draft, kind: kind, certification: certification)
        return PlaylistItem(
            id: draft.id ?? ContentIdentity.movie(draft.text, year: nil), kind: kind,
            classification: draft.classification,
            title: draft.clean.title, year: draft.clean.year, series: draft.series, groups: entry.groups,
            genres: genres(draft), country: draft.country ?? draft.clean.tags.country,
            certification: certification,
            adult: adult, isHeading: Self.isHeading(draft.text) || draft.address.isNowhere,
            refusal: draft.address.isPanelQuestion ? Self.questionRefusal : nil,
            number: kind == .channel ? draft.clean.number : nil,
            isRadio: isRadio(draft), variant: variant, rungs: rungs, namesake: draft.namesake,
            label: label(draft, isAdult: adult != nil))
    }

    private static let questionRefusal = "a question to a panel, and nothing to play: add the account as a source"

    private func label(_ draft: Draft, isAdult: Bool) -> ChannelSignature? {
        guard let compared = draft.compared else { return nil }
        var signs = compared.signs
        if isAdult { signs.addAdult() }
        return ChannelSignature(compared.name, hasGuideID: GuideID(draft.entry.guideID) != nil, signs)
    }

    /// Whether it is audio only. No part of the id, unless the list declares it.
    private func isRadio(_ draft: Draft) -> Bool {
        let isChannel = draft.classification.kind == .channel
        if draft.entry.isRadio || isChannel && isDeclaredRadio(draft) { return true }
        // Stations with a picture are in such groups, too.
        return isChannel && draft.group.suggestsRadio && draft.quality == nil && !draft.isTelevision
    }

    private func genres(_ draft: Draft) -> [Genre] {
        guard let text = draft.entry["genre"], !text.isEmpty else { return draft.group.genres }
        return Set(draft.group.genres).union(GenreMapper.genres(in: text)).sorted()
    }

    private func adult(_ draft: Draft, kind: ContentKind, certification: Certification?) -> AdultFinding? {
        let entry = draft.entry
        if let certification, certification.isAdult {
            return AdultFinding(reason: .rating, evidence: certification.text)
        }
        for name in ["is_adult", "is-adult", "adult", "tvg-adult", "censored"] where entry.flag(name) {
            return AdultFinding(reason: .provider, evidence: name)
        }
        if let type = entry.declaredType, ["adult", "xxx", "18+"].contains(type) {
            return AdultFinding(reason: .provider, evidence: type)
        }
        if let code = entry["parent-code"], !code.isEmpty, code != "0" {
            return AdultFinding(reason: .provider, evidence: "parent-code")
        }
        return draft.group.adult ?? AdultDetector.finding(title: draft.text, kind: kind, year: draft.clean.year)
            ?? statistics.adult
    }

    private func externalID(_ entry: M3UEntry, kind: ContentKind) -> String? {
        if let id = entry["imdb-id"] ?? entry["imdb"], id.hasPrefix("tt") { return "imdb:\(id)" }
        return kind == .movie ? entry.tmdbID.map { "tmdb:movie:\($0)" } : nil
    }

    /// "##### UK #####", "----I N T R O----": three or more of one character at both ends.
    private static func isHeading(_ text: FoldedText) -> Bool {
        guard let first = text.words.first, let last = text.words.last else { return !text.source.isEmpty }
        let head = text.source[..<first.range.lowerBound].filter { !$0.isSpace }
        let tail = text.source[last.range.upperBound...].filter { !$0.isSpace }
        let signs = "#=-*~_•".utf8
        func isRule(_ bytes: [UInt8]) -> Bool {
            guard let sign = bytes.first, bytes.count >= 3, signs.contains(sign) else { return false }
            return bytes.prefix(3).allSatisfy { $0 == sign }
        }
        let isEndRule = isRule(tail.reversed())
        // "UK:-----|NEWS|-----".
        let isBehindFirst =
            text.words.count > 1 && isRule(text.gap(before: 1).filter { $0 != UInt8(ascii: ":") && !$0.isSpace })
        return (isRule(Array(head)) || isBehindFirst) && isEndRule || isFrame(head, tail)
    }

    /// "=>(★ TURKİYE ★)<=": ornaments at both ends, and of the same length.
    private static func isFrame(_ head: [UInt8], _ tail: [UInt8]) -> Bool {
        let signs = "<>=()[]{}|+-*#~_.".utf8
        func isOrnament(_ bytes: [UInt8]) -> Bool {
            bytes.contains { $0 >= 0x80 } && bytes.allSatisfy { $0 >= 0x80 || signs.contains($0) }
        }
        return head.count >= shortestFrame && head.count == tail.count && isOrnament(head) && isOrnament(tail)
    }

    /// Bytes: an ornament and two other characters. "★ Music ★" may be a channel.
    private static let shortestFrame = 5
}

extension EpisodeMarker.AirDate {
    /// "2024-01-15".
    package var text: String {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)-\(padded(month))-\(padded(day))"
    }
}
