internal import CatalogAPI
internal import GRDB
internal import Household

/// All corrections, by what they are about: where links go, and what is right about titles.
struct CorrectionRules: Sendable {
    private var items: [String: CorrectionTarget] = [:]
    private var series: [String: CorrectionTarget] = [:]
    /// Links that were taken out of a title.
    private var splits: [String: [LinkKey: CorrectionTarget]] = [:]
    /// Links that stay with a title whatever they are called.
    private var pins: [LinkKey: CorrectionTarget] = [:]
    private var changes: [String: TitleChanges] = [:]
    /// What is one title by TMDB's numbers.
    private(set) var twins = DuplicateTitleRules()
    /// The corrections that are about a title, or have moved links to it, by their rows.
    private(set) var about: [String: [Part]] = [:]

    /// What a title has to do with a correction.
    struct Part: Sendable {
        var correction: Int64
        /// Whether links went to it, and not from it.
        var isTarget: Bool
    }

    /// Whether there are no corrections.
    var isEmpty: Bool { about.isEmpty }
    /// Whether any link goes elsewhere than its list says.
    var movesLinks: Bool {
        !items.isEmpty || !series.isEmpty || !splits.isEmpty || !pins.isEmpty || !twins.isEmpty
    }

    /// No rules.
    init() {}

    /// Links follow so many corrections one after the other.
    private static let maximumSteps = 8

    /// Reads what people have said.
    static func load(_ db: Database) throws -> CorrectionRules {
        var rules = CorrectionRules()
        guard try !CorrectionTable.isEmpty(db) else { return rules }
        for correction in try CorrectionTable.all(db) where correction.state != .takenBack {
            rules.add(correction)
        }
        return rules
    }

    /// Reads what people have said, and which titles are one by TMDB's numbers: all by which links belong where they do.
    static func loadAll(_ db: Database) throws -> CorrectionRules {
        var rules = try load(db)
        for twin in try DuplicateTitleTable.all(db) { rules.twins.add(twin) }
        return rules
    }

    /// Adds which channels are others by their names, or are not any more.
    mutating func add(_ changes: [DuplicateChannelFinder.Change]) {
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
        // What became another title is described under that one's id.
        for id in body.target.map({ [$0.item] }) ?? correction.subjects {
            changes[id, default: TitleChanges()].add(said)
        }
    }

    /// What people have said of which channel of a guide some channels are, by these channels' ids.
    var guides: [String: TitleChanges] { changes.filter { $0.value.guideID != nil } }

    /// What people have said of a title; nil when nothing.
    func changes(of id: String) -> TitleChanges? { changes[id] }

    /// Where a link belongs that its list says this of.
    ///
    /// - Parameter airDate: the day of an episode that is known by it.
    func place(_ own: EntryIdentity, airDate: String?, key: @autoclosure () -> LinkKey) -> EntryIdentity {
        guard movesLinks else { return own }
        let key = splits.isEmpty && pins.isEmpty ? nil : key()
        var place = own
        // What a person has put somewhere, link by link, is no twin's.
        var isHeld = key.flatMap { pins[$0] } != nil
        if let key, let pinned = pins[key], pinned.item != own.item { place = pinned.taking(own) }
        var visited: [String] = []
        while visited.count < Self.maximumSteps {
            if !isHeld, let key, splits[place.item]?[key] != nil {
                // Also back to where the link comes from.
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

    /// An episode of a series that is another one now.
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
        // A file with several episodes has the last one's number in its id alone.
        let last = (0..<maximumEpisodesOfFile).lazy.map { $0 == 0 ? nil : episode + $0 }.first { last in
            ContentIdentity.episode(of: old, season: season, episode: episode, last: last).description == place.item
        }
        return ContentIdentity.episode(of: series, season: season, episode: episode, last: last ?? nil)
    }

    private static let maximumEpisodesOfFile = 100
}

extension TitleChanges {
    /// Takes over what a later correction says.
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
        isRecap = later.isRecap ?? isRecap
        isFiller = later.isFiller ?? isFiller
        if later.guideID != nil { (guideID, guideSource) = (later.guideID, later.guideSource) }
    }
}

extension TitleDraft {
    /// Has the title be what people say of it, and of the series that it is an episode of.
    mutating func correct(by rules: CorrectionRules) {
        guard !rules.isEmpty else { return }
        // What is said of a series' audience is said of its episodes, unless something is said of those.
        for said in [series.flatMap(rules.changes(of:)), rules.changes(of: id)].compactMap(\.self) {
            let now = Audience(bit: audience)
            audience = Audience(rating: said.rating ?? now.rating, isAdult: said.isAdult ?? now.isAdult).bit
        }
        if let title = series.flatMap(rules.changes(of:))?.title { seriesTitle = title }
        guard let said = rules.changes(of: id) else { return }
        if let year = said.year { self.year = Int64(year) }
        if let title = said.title, title != self.title {
            // It is also found by what the lists call it.
            addKeywords(spelling: self.title)
            self.title = title
            setSortTitle()
            addKeywords(spelling: title)
        }
    }
}
