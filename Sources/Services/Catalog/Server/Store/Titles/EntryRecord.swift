internal import CBOR
internal import CatalogFormats
internal import CatalogRecognition
internal import Foundation
internal import GRDB

/// A link's row.
struct EntryRecord: Sendable {
    var source: Int64
    var item: String
    var kind: Int64
    var audience: Int64
    var genres: Int64
    /// The picture's height in lines; 0 when unknown.
    var quality: Int64
    var series: String?
    var season: Int64?
    var episode: Int64?
    var seriesTitle: String?
    var title: String
    var year: Int64?
    /// One to a line.
    var groups: String?
    var poster: String?
    var number: String?
    var guideID: String?
    var guideName: String?
    /// The channel's shift of the guide's times, in seconds.
    var shift: Int64
    var country: String?
    var language: String?
    var certification: String?
    var overview: String?
    /// The duration in minutes, if the list has it.
    var minutes: Int64?
    /// A ``StoredLink``.
    var tags: [UInt8]
    var url: String
    /// See ``StoredHeaders``.
    var headers: [UInt8]?
    /// See ``StoredMatchKeys``.
    var rungs: [UInt8]
    /// The reasons of its classification, one per line: the subject, a tab, the reason.
    var reasons: String
    /// The list's data of it, when a correction has moved it.
    var own: EntryIdentity?
    /// The day of an episode that is identified by it, `YYYY-MM-DD`.
    var airDate: String?
    /// The list's intro and credit times.
    var marks: M3UIntroTimes?
    /// As ``SkipFlags``s.
    var skip: Int64 = 0
    /// The days of catch-up, where the list has them; ``tags`` have it, too.
    var catchupDays: Int64?
    /// A ``SourceDetails``.
    var details: [UInt8]?
    /// Whether it is a radio station.
    var isRadio = false
    /// For a channel that other lists may have under another id.
    var label: ChannelSignature?

    /// Its approximate size in bytes.
    var textBytes: Int {
        let texts = [title, url, reasons, groups ?? "", poster ?? "", overview ?? ""]
        return texts.reduce(tags.count + rungs.count) { $0 + $1.utf8.count }
    }

    /// A hash of all its list data, which recognises an unchanged link: taken before corrections move it.
    var fingerprint: Int64 {
        var hash = Fingerprint()
        for text in [item, series, seriesTitle, title, groups, poster, number, guideID, guideName] { hash.add(text) }
        for text in [country, language, certification, overview, url, reasons] { hash.add(text) }
        for number in [kind, audience, genres, quality, season, episode, year, shift] { hash.add(number) }
        hash.add(tags)
        hash.add(headers ?? [])
        hash.add(rungs)
        // Fingerprints stored before there were durations stay valid.
        if let minutes { hash.add(minutes) }
        // Likewise before there were marks.
        if marks != nil || skip != 0 {
            for seconds in [marks?.introStart, marks?.introEnd, marks?.creditsStart] {
                hash.add(seconds.map { Int64(bitPattern: $0.bitPattern) })
            }
            hash.add(skip)
        }
        for part in [marks?.parts?.recap, marks?.parts?.teaser, marks?.parts?.preview] where marks?.parts != nil {
            for seconds in [part?.start, part?.end] { hash.add(seconds.map { Int64(bitPattern: $0.bitPattern) }) }
        }
        if let details { hash.add(details) }
        // Where the reasons contain it, it is in the hash already.
        if isRadio, !Self.isRadio(reasons: reasons) { hash.add("radio") }
        return hash.value
    }

    /// Whether it was classified as a radio station by its address or its list's declaration, and not by its group
    /// alone.
    private static func isRadio(reasons: String) -> Bool {
        reasons.hasPrefix(Classification.Reason.radio.line)
    }

    private static let insertion = """
        INSERT INTO entry (
            source, item, born, died, lost, lostAt, fingerprint, kind, audience, genres, quality, series, season,
            episode, seriesTitle, title, year, groups, poster, number, guideID, guideName, shift, country,
            language, certification, overview, tags, url, headers, rungs, reasons, minutes, ownItem, ownSeries, own,
            airDate, introStart, introEnd, creditStart, parts, skip, catchupDays, details, isRadio, name, signs
        ) VALUES (?, ?, ?, \(Generation.never), \(Generation.never), 0, \(Array(repeating: "?", count: 41).joined(separator: ", ")))
        """

    /// Stages it in an unpublished generation.
    func stage(_ db: Database, generation: Int64, fingerprint: Int64) throws {
        var insert = try PositionalStatement(db, Self.insertion)
        insert.bind(source)
        insert.bind(item)
        for value in [generation, fingerprint, kind, audience, genres, quality] { insert.bind(value) }
        insert.bind(series)
        insert.bind(season)
        insert.bind(episode)
        insert.bind(seriesTitle)
        insert.bind(title)
        insert.bind(year)
        for text in [groups, poster, number, guideID, guideName] { insert.bind(text) }
        insert.bind(shift)
        for text in [country, language, certification, overview] { insert.bind(text) }
        insert.bind(bytes: tags)
        insert.bind(url)
        insert.bind(bytes: headers)
        insert.bind(bytes: rungs)
        insert.bind(reasons)
        insert.bind(minutes)
        insert.bind(own?.item)
        insert.bind(own?.series)
        insert.bind(bytes: try own.map { try CBOREncoder().encode($0) })
        insert.bind(airDate)
        for mark in [marks?.introStart, marks?.introEnd, marks?.creditsStart] { insert.bind(mark) }
        insert.bind(bytes: try marks?.parts.map { try CBOREncoder().encode($0) })
        insert.bind(skip)
        insert.bind(catchupDays)
        insert.bind(bytes: details)
        insert.bind(Int64(isRadio ? 1 : 0))
        insert.bind(label?.name)
        insert.bind(label?.signs)
        try insert.run()
    }
}
