internal import CatalogFormats
internal import CatalogRecognition
internal import Foundation
internal import GRDB
internal import HearthModel

/// A programme's row.
struct ProgrammeRecord: Sendable, Equatable {
    /// The guide's id of the channel.
    var channel: String
    /// Seconds since 1970.
    var start: Int64
    /// Seconds since 1970.
    var stop: Int64
    var audience: Int64
    var genres: Int64
    var title: String
    var subtitle: String?
    var overview: String?
    var season: Int64?
    var episode: Int64?
    var isNew: Bool
    var picture: String?
    var certification: String?
    /// The value of `{catchup-id}` in the programme's catch-up address.
    var catchupID: String?
    var marks: ProgrammeFlags
    /// Its optional data: see ``ProgrammeDetails``.
    let details: String?
    /// The key of its title and details in ``GuideTitles``.
    let titleKey: String
    /// The number of texts truncated to their limit. A guide's parser has truncated its own.
    private(set) var cut: Int64 = 0

    /// Makes a row from a guide's programme; the end may have to come from the next programme.
    ///
    /// - Parameters:
    ///   - categories: maps the guide's categories.
    ///   - certifications: parses the guide's certificates.
    init(
        _ programme: XMLTVProgramme, limits: ImportLimits, categories: inout CategoryMapper,
        certifications: inout CertificationCache
    ) {
        channel = programme.channel.trimmingSpaces()
        start = programme.start
        stop = programme.stop ?? programme.start
        var isAdult = false
        var audiences: [Audience] = []
        for rating in programme.ratings {
            let certification = certifications.certification(rating)
            isAdult = isAdult || certification.isAdult
            audiences.append(Audience(rating: certification.rating, isAdult: false))
        }
        var others: [String] = []
        genres = 0
        for category in programme.categories {
            let meaning = categories.meaning(of: category.text)
            genres |= meaning.genres
            isAdult = isAdult || meaning.isAdult
            if meaning.genres == 0 { others.append(category.text) }
        }
        let rating = Audience.strictest(audiences).rating
        audience = Audience(rating: rating, isAdult: isAdult).bit
        var cut: Int64 = 0
        let language = programme.mainLanguage
        func limited(_ texts: [XMLTVText], _ characters: Int) -> String {
            let (text, wasCut) = XMLTVProgramme.text(of: texts, in: language).cut(toCharacters: characters)
            if wasCut { cut += 1 }
            return text
        }
        title = limited(programme.titles, limits.titleCharacters)
        subtitle = Self.optional(limited(programme.subTitles, limits.titleCharacters))
        overview = Self.optional(limited(programme.descriptions, limits.overviewCharacters))
        let numbers = XMLTVEpisodeNumber.numbers(of: programme.episodeNumbers)
        season = numbers?.season.map(Int64.init)
        episode = numbers?.episode.map(Int64.init)
        isNew = programme.isNew || programme.isPremiere
        picture = ImageAddress.checked(programme.icon, limit: limits.pictureBytes)
        certification = programme.ratings.first?.text
        marks = programme.marks
        details =
            others.isEmpty && programme.credits.isEmpty
            ? nil
            : ProgrammeDetails(
                categories: others, maximumCategories: limits.programmeCategories, credits: programme.credits,
                maximumCredits: limits.programmeCredits, cut: &cut
            ).text
        if details != nil { marks.insert(.hasDetails) }
        titleKey = GuideTitles.key(title, details)
        self.cut = cut
        catchupID = programme.catchupID.utf8.count <= limits.catchupIDBytes ? Self.optional(programme.catchupID) : nil
    }

    private static func optional(_ text: String) -> String? { text.isEmpty ? nil : text }

    // MARK: Packing

    /// Passes on everything but the channel and the count of truncated texts, always in the same order.
    func pack(number: (Int64) -> Void, text: (String?) -> Void) {
        for value in [start, stop, audience, genres, isNew ? 1 : 0, marks.rawValue] { number(value) }
        for value in [season, episode] { number(value ?? .min) }
        for value in [title, subtitle, overview, picture, certification, catchupID, details] { text(value) }
        text(titleKey == title ? nil : titleKey)
    }

    /// Reads the values in the order of ``pack(number:text:)``.
    init(channel: String, number: () -> Int64, text: () -> String?) {
        self.channel = channel
        (start, stop, audience, genres) = (number(), number(), number(), number())
        isNew = number() != 0
        marks = ProgrammeFlags(rawValue: number())
        func optional() -> Int64? {
            let value = number()
            return value == .min ? nil : value
        }
        (season, episode) = (optional(), optional())
        title = text() ?? ""
        (subtitle, overview, picture, certification) = (text(), text(), text(), text())
        (catchupID, details) = (text(), text())
        titleKey = text() ?? title
    }

    /// A hash of everything, which recognises an unchanged programme.
    var fingerprint: Int64 {
        var hash = Fingerprint()
        for text in [channel, title, subtitle, overview, picture, certification] { hash.add(text) }
        for number in [start, stop, audience, genres, season, episode, isNew ? 1 : 0] { hash.add(number) }
        // Fingerprints stored before there were these stay valid.
        if let catchupID { hash.add(catchupID) }
        if !marks.isEmpty {
            hash.add("marks")
            hash.add(marks.rawValue)
            hash.add(details)
        }
        return hash.value
    }

    /// Stages it in an unpublished generation.
    ///
    /// - Parameters:
    ///   - channel: the row of its channel.
    ///   - titleID: the row of its title.
    ///   - members: the bits of the rule sets that let it through, see ``ProgrammeRuleJudge``.
    func stage(
        _ db: Database, channel: Int64, titleID: Int64, generation: Int64, fingerprint: Int64, members: Int64
    ) throws {
        var insert = try PositionalStatement(db, Self.insertion)
        for value in [channel, start, stop, generation, audience | members, genres, fingerprint] { insert.bind(value) }
        insert.bind(title)
        insert.bind(subtitle)
        insert.bind(overview)
        insert.bind(season)
        insert.bind(episode)
        insert.bind(Int64(isNew ? 1 : 0))
        insert.bind(picture)
        insert.bind(certification)
        insert.bind(titleID)
        insert.bind(catchupID)
        insert.bind(marks.rawValue)
        try insert.run()
    }

    private static let insertion = """
        INSERT INTO programme (
            channel, start, stop, born, died, audience, genres, fingerprint, title, subtitle, overview, season, episode,
            isNew, picture, certification, titleID, catchupID, marks
        ) VALUES (?, ?, ?, ?, \(Generation.never), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
}

extension XMLTVProgramme {
    /// Its marks except "new".
    fileprivate var marks: ProgrammeFlags {
        var marks: ProgrammeFlags = []
        if isPremiere { marks.insert(.premiere) }
        if isRepeat { marks.insert(.isRepeat) }
        if isLive { marks.insert(.live) }
        return marks
    }
}
