internal import CBOR
internal import CatalogFormats
internal import CatalogRecognition
internal import Foundation
internal import HearthModel

/// Builds the rows to store from the parsed entries.
struct EntryRecordBuilder {
    let source: Int64
    let limits: ImportLimits
    /// The number of texts truncated to their limit.
    private(set) var cut: Int64 = 0
    /// The last encoded link.
    private var lastLink: (link: StoredLink, bytes: [UInt8])?

    init(source: Int64, limits: ImportLimits) {
        self.source = source
        self.limits = limits
    }

    /// The row of an entry.
    mutating func record(_ entry: M3UEntry, _ item: PlaylistItem) throws -> EntryRecord {
        let audience = Audience(rating: item.certification?.rating ?? .unrated, isAdult: item.adult != nil)
        let seriesTitle = item.series.map { limited($0.title, limits.titleCharacters) }
        let title = title(item, seriesTitle: seriesTitle)
        let groups = item.groups.prefix(limits.groups).map { limited(Self.oneLine($0), limits.groupCharacters) }
        return EntryRecord(
            source: source, item: item.id.description, kind: KindBit.bit(item.kind) ?? KindBit.channel,
            audience: audience.bit,
            genres: GenreBits.mask(item.genres), quality: Int64(item.variant.quality?.height ?? 0),
            series: item.series?.id.description, season: item.series.map { Int64($0.season ?? 1) },
            episode: item.series?.episode.map(Int64.init), seriesTitle: seriesTitle,
            title: title, year: (item.series?.year ?? item.year).map(Int64.init),
            groups: groups.isEmpty ? nil : groups.joined(separator: "\n"),
            poster: ImageAddress.checked(entry.logo, limit: limits.pictureBytes),
            number: optional(entry.channelNumber.isEmpty ? item.number ?? "" : entry.channelNumber),
            guideID: optional(entry.guideID),
            guideName: optional(entry.guideName), shift: Int64((entry.guideShiftHours ?? 0) * 3_600),
            country: item.country,
            language: item.variant.languages.isEmpty ? nil : item.variant.languages.joined(separator: ","),
            certification: item.certification.map { limited($0.text, limits.wordCharacters) },
            overview: overview(entry),
            minutes: Self.minutes(entry, item.kind), tags: try tags(StoredLink(item.variant)),
            url: item.variant.address,
            headers: try StoredHeaders.encode(item.variant.headers), rungs: StoredMatchKeys.encode(item.rungs),
            reasons: Self.reasons(item), airDate: item.series?.airDate,
            marks: item.kind == .channel ? nil : entry.marks, skip: SkipFlags.of(entry, item.kind),
            catchupDays: item.kind == .channel ? item.variant.catchup?.days.map(Int64.init) : nil,
            details: try details(entry, item.kind).map { try CBOREncoder().encode($0) },
            isRadio: item.kind == .channel && item.isRadio, label: item.label)
    }

    /// An encoded link: adjacent ones are mostly equal.
    private mutating func tags(_ link: StoredLink) throws -> [UInt8] {
        if let lastLink, lastLink.link == link { return lastLink.bytes }
        let bytes = try CBOREncoder().encode(link)
        lastLink = (link, bytes)
        return bytes
    }

    /// The duration in a list; of live streams it is -1 or 0.
    private static func minutes(_ entry: M3UEntry, _ kind: ContentKind) -> Int64? {
        guard kind != .channel, let seconds = entry.duration, lengths.contains(seconds) else { return nil }
        return Int64((seconds / 60).rounded())
    }

    /// The valid durations of films and episodes, in seconds: a minute to a day.
    private static let lengths = 60.0...86_400

    /// The title of an item; an episode without one gets its series and number.
    private mutating func title(_ item: PlaylistItem, seriesTitle: String?) -> String {
        guard item.title.isEmpty, let series = item.series, let name = seriesTitle else {
            return limited(item.title, limits.titleCharacters)
        }
        let number =
            series.airDate
            ?? EpisodeNumber.text(season: Int64(series.season ?? 1), episode: Int64(series.episode ?? 0))
        // The number distinguishes it: the name is truncated, and not the number.
        return limited(name, limits.titleCharacters - number.count - 1) + " " + number
    }

    private static func reasons(_ item: PlaylistItem) -> String {
        var lines = [item.classification.reason.line]
        if let certification = item.certification {
            lines.append("rating\tthe list says \(oneLine(certification.text))")
        }
        if let namesake = item.namesake {
            lines.append("grouped\tin its list only \(oneLine(namesake.guideID)) is called so")
        }
        if let adult = item.adult { lines.append("adult\t\(adult.reason.rawValue): \(oneLine(adult.evidence))") }
        return lines.joined(separator: "\n")
    }

    private static func oneLine(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 }) else { return text }
        return String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }

    private mutating func overview(_ entry: M3UEntry) -> String? {
        entry.overview.isEmpty ? nil : limited(entry.overview, limits.overviewCharacters)
    }

    /// The genres of a list that are not in the vocabulary; nil when all are.
    private static func otherGenres(_ text: String) -> [String]? {
        let parts = text.split { ",;/|".contains($0) }.map { String($0).trimmingSpaces() }
        return SourceDetails.names(parts.filter { GenreMapper.genres(in: $0).isEmpty })
    }

    /// The remaining details.
    private mutating func details(_ entry: M3UEntry, _ kind: ContentKind) -> SourceDetails? {
        let number = kind == .movie ? entry.tmdbID : nil
        let genres = entry["genre"].flatMap(Self.otherGenres)
        let isAny = number != nil || genres != nil
        guard var details = (kind == .channel ? nil : entry.details) ?? (isAny ? SourceDetails() : nil) else {
            return nil
        }
        details.tmdbID = details.tmdbID ?? number
        details.otherGenres = genres
        if let overview = details.series?.overview {
            details.series?.overview = limited(overview, limits.overviewCharacters)
        }
        return details
    }

    private mutating func optional(_ text: String) -> String? {
        text.isEmpty ? nil : limited(text, limits.wordCharacters)
    }

    private mutating func limited(_ text: String, _ characters: Int) -> String {
        // No text has more characters than bytes.
        guard text.utf8.count > characters, text.count > characters else { return text }
        cut += 1
        return String(text.prefix(characters))
    }
}
