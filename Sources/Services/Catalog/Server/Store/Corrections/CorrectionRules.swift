internal import CatalogAPI
internal import CatalogRecognition
internal import GRDB
internal import HearthModel

/// All corrections, indexed by title: where links belong, and the titles' corrected fields.
struct CorrectionRules: Sendable {
    private var items: [String: CorrectionTarget] = [:]
    private var series: [String: CorrectionTarget] = [:]
    /// Links that were split off a title.
    private var splits: [String: [LinkKey: CorrectionTarget]] = [:]
    /// Links that stay with a title whatever their names.
    private var pins: [LinkKey: CorrectionTarget] = [:]
    private var changes: [String: TitleChanges] = [:]
    /// Titles that are duplicates by TMDB's ids.
    private(set) var twins = DuplicateTitleRules()
    /// The corrections that are about a title, or have moved links to it, by row.
    private(set) var about: [String: [Part]] = [:]

    /// A title's part in a correction.
    struct Part: Sendable {
        var correction: Int64
        /// Whether it received links, rather than lost them.
        var isTarget: Bool
    }

    /// Whether there are no corrections.
    var isEmpty: Bool { about.isEmpty }
    /// Whether any link belongs elsewhere than its list says.
    var movesLinks: Bool {
        !items.isEmpty || !series.isEmpty || !splits.isEmpty || !pins.isEmpty || !twins.isEmpty
    }

    /// No rules.
    init() {}

    /// The most corrections that a link follows one after the other.
    private static let maximumSteps = 8

    /// Loads the corrections.
    static func load(_ db: Database) throws -> CorrectionRules {
        var rules = CorrectionRules()
        guard try !CorrectionTable.isEmpty(db) else { return rules }
        for correction in try CorrectionTable.all(db) where correction.state != .takenBack {
            rules.add(correction)
        }
        return rules
    }

    /// Loads the corrections and the duplicates by TMDB's ids: all rules that place links.
    static func loadAll(_ db: Database) throws -> CorrectionRules {
        var rules = try load(db)
        for twin in try DuplicateTitleTable.all(db) { rules.twins.add(twin) }
        return rules
    }

    /// Adds changed duplicate channels.
    mutating func add(_ changes: [DuplicateChange]) {
        for change in changes { twins.add(change) }
    }

    private mutating func add(_ correction: CorrectionRecord) {
        let body = correction.body
        twins.note(correction)
        for id in Set(correction.titles) {
            let isTarget = !correction.subjects.contains(id)
            about[id, default: []].append(Part(correction: correction.row, isTarget: isTarget))
        }
        for id in correction.subjects {
            guard let target = body.target, target.item != id else { continue }
            if let links = body.links {
                for link in links { splits[id, default: [:]][LinkKey(stored: link)] = target }
            } else if TitleDraft.isSeries(id) {
                series[id] = target
            } else {
                items[id] = target
            }
        }
        if let target = body.target, target.item == correction.about, let links = body.links {
            for link in links { pins[LinkKey(stored: link)] = target }
        }
        guard let said = body.changes else { return }
        // A title that became another one is described under that one's id.
        for id in body.target.map({ [$0.item] }) ?? correction.subjects {
            changes[id, default: TitleChanges()].add(said)
        }
    }

    /// The corrected guide channels, by channel id.
    var guides: [String: TitleChanges] { changes.filter { $0.value.guideID != nil } }

    /// The corrected fields of a title; nil when there are none.
    func changes(of id: String) -> TitleChanges? { changes[id] }

    /// The corrected title of a link, given the title by its list.
    ///
    /// - Parameter airDate: the day of an episode that is identified by it.
    func place(_ own: EntryIdentity, airDate: String?, key: @autoclosure () -> LinkKey) -> EntryIdentity {
        guard movesLinks else { return own }
        let key = splits.isEmpty && pins.isEmpty ? nil : key()
        var place = own
        // A correction of single links takes precedence over duplicates.
        var isHeld = key.flatMap { pins[$0] } != nil
        if let key, let pinned = pins[key], pinned.item != own.item { place = pinned.taking(own) }
        var visited: [String] = []
        while visited.count < Self.maximumSteps {
            if !isHeld, let key, splits[place.item]?[key] != nil {
                // Also back to the link's origin.
                (isHeld, visited) = (true, [])
            }
            let next = step(place, airDate: airDate, key: key) ?? (isHeld ? nil : twin(of: place, airDate: airDate))
            guard let next, next.item != place.item, !visited.contains(next.item) else { break }
            visited.append(place.item)
            place = next
        }
        return place
    }

    private func step(_ place: EntryIdentity, airDate: String?, key: LinkKey?) -> EntryIdentity? {
        if let key, let target = splits[place.item]?[key] { return target.taking(place) }
        if let target = items[place.item] { return target.taking(place) }
        guard let from = place.series, let target = series[from] else { return nil }
        return Self.moved(place, from: from, into: target, airDate: airDate)
    }

    private func twin(of place: EntryIdentity, airDate: String?) -> EntryIdentity? {
        if let into = twins.successor(of: place.item) { return CorrectionTarget(item: into).taking(place) }
        guard let from = place.series, let into = twins.successor(of: from) else { return nil }
        return Self.moved(place, from: from, into: CorrectionTarget(item: into), airDate: airDate)
    }

    /// An episode of a series that was replaced.
    private static func moved(
        _ place: EntryIdentity, from: String, into target: CorrectionTarget, airDate: String?
    ) -> EntryIdentity? {
        guard let into = DerivedID(target.item) else { return nil }
        var moved = place
        (moved.series, moved.seriesTitle) = (target.item, target.title ?? place.seriesTitle)
        moved.item = episode(of: into, place, from: from, airDate: airDate).description
        return moved
    }

    /// The id of an episode of a series that was joined with another.
    private static func episode(
        of series: DerivedID, _ place: EntryIdentity, from: String, airDate: String?
    ) -> DerivedID {
        if let day = airDate?.split(separator: "-").compactMap({ Int($0) }), day.count == 3 {
            return ContentIdentity.episode(of: series, year: day[0], month: day[1], day: day[2])
        }
        let (season, episode) = (place.season.map { Int($0) }, Int(place.episode ?? 0))
        guard let old = DerivedID(from) else {
            return ContentIdentity.episode(of: series, season: season, episode: episode)
        }
        // The id of a file with several episodes contains the last one's number.
        let last = (0..<maximumEpisodesOfFile).lazy.map { $0 == 0 ? nil : episode + $0 }.first { last in
            ContentIdentity.episode(of: old, season: season, episode: episode, last: last).description == place.item
        }
        return ContentIdentity.episode(of: series, season: season, episode: episode, last: last ?? nil)
    }

    private static let maximumEpisodesOfFile = 100
}

extension TitleChanges {
    /// Merges a later correction.
    mutating func add(_ later: TitleChanges) {
        kind = later.kind ?? kind
        title = later.title ?? title
        year = later.year ?? year
        rating = later.rating ?? rating
        isAdult = later.isAdult ?? isAdult
        tmdbID = later.tmdbID ?? tmdbID
        seriesTitle = later.seriesTitle ?? seriesTitle
        season = later.season ?? season
        episode = later.episode ?? episode
        if later.introEnd != nil { (introStart, introEnd) = (later.introStart, later.introEnd) }
        creditStart = later.creditStart ?? creditStart
        recapPart = later.recapPart ?? recapPart
        teaserPart = later.teaserPart ?? teaserPart
        previewPart = later.previewPart ?? previewPart
        isRecap = later.isRecap ?? isRecap
        isFiller = later.isFiller ?? isFiller
        if later.guideID != nil { (guideID, guideSource) = (later.guideID, later.guideSource) }
    }
}

extension TitleDraft {
    /// Applies the corrections of a title, and of its series.
    mutating func correct(by rules: CorrectionRules) {
        guard !rules.isEmpty else { return }
        // A series' corrected audience applies to its episodes, unless they have their own.
        for said in [series.flatMap(rules.changes(of:)), rules.changes(of: id)].compactMap(\.self) {
            let now = Audience(bit: audience)
            audience = Audience(rating: said.rating ?? now.rating, isAdult: said.isAdult ?? now.isAdult).bit
        }
        if let title = series.flatMap(rules.changes(of:))?.title { seriesTitle = title }
        guard let said = rules.changes(of: id) else { return }
        if let year = said.year { self.year = Int64(year) }
        if let title = said.title, title != self.title {
            // The lists' name stays searchable.
            addKeywords(spelling: self.title)
            self.title = title
            setSortTitle()
            addKeywords(spelling: title)
        }
    }
}
