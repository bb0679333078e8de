internal import CatalogAPI
internal import CatalogFormats
internal import CatalogRecognition
internal import HearthModel
internal import RPC

/// Validates the fields of a title's correction.
struct TitleChangesValidator {
    let changes: TitleChanges
    let card: Card

    private static let seconds = 0.0...86_400.0
    private static let numbers: ClosedRange<Int32> = 0...99_999

    /// The changes to store.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field's name.
    func checked() throws -> TitleChanges {
        guard changes != TitleChanges() else { throw RPCError.invalidArgument("changes", "at least one field") }
        var checked = changes
        checked.title = try changes.title.map { try text($0, "changes.title") }
        if let year = changes.year, year != 0, !TitleCleaner.years.contains(Int(year)) {
            throw RPCError.invalidArgument(
                "changes.year",
                "must be 0, or between \(TitleCleaner.years.lowerBound) and \(TitleCleaner.years.upperBound)")
        }
        if let rating = changes.rating, !ContentRating.all.contains(rating) {
            throw RPCError.invalidArgument(
                "changes.rating", ContentRating.all.map(\.rawValue).joined(separator: ", "))
        }
        try checkKind(&checked)
        try checkMarks()
        try checkGuide(&checked)
        return checked
    }

    private func text(_ text: String, _ field: String) throws -> String {
        let trimmed = text.trimmingSpaces()
        let isPlain = trimmed.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard (1...TitleChanges.maximumTitle).contains(trimmed.count), isPlain else {
            throw RPCError.invalidArgument(
                field, "must be between 1 and \(TitleChanges.maximumTitle) printable characters")
        }
        return trimmed
    }

    private func checkKind(_ checked: inout TitleChanges) throws {
        let kind = changes.kind ?? card.kind
        if kind != card.kind {
            guard [.movie, .episode, .channel].contains(kind), card.kind != .series else {
                throw RPCError.invalidArgument("changes.kind", "movie, episode or channel, and not of a series")
            }
        }
        if let number = changes.tmdbID {
            guard number >= 0, [.movie, .series].contains(kind) else {
                throw RPCError.invalidArgument("changes.tmdbID", "TMDB's number of a movie or series, or 0")
            }
        }
        let isNumbered = changes.seriesTitle != nil || changes.season != nil || changes.episode != nil
        guard kind == .episode, kind != card.kind else {
            guard !isNumbered else {
                throw RPCError.invalidArgument("changes.seriesTitle", "only of what becomes an episode")
            }
            return
        }
        guard let series = changes.seriesTitle, let season = changes.season, let episode = changes.episode,
            Self.numbers.contains(season), Self.numbers.contains(episode)
        else {
            throw RPCError.invalidArgument("changes.seriesTitle", "an episode wants its series, season and number")
        }
        checked.seriesTitle = try text(series, "changes.seriesTitle")
    }

    private func checkGuide(_ checked: inout TitleChanges) throws {
        guard let id = changes.guideID else {
            guard changes.guideSource == nil else {
                throw RPCError.invalidArgument("changes.guideSource", "only beside guideID")
            }
            return
        }
        guard (changes.kind ?? card.kind) == .channel else {
            throw RPCError.invalidArgument("changes.guideID", "only of a channel")
        }
        checked.guideID = id.trimmingSpaces()
        guard checked.guideID?.isEmpty == false || changes.guideSource == nil else {
            throw RPCError.invalidArgument("changes.guideSource", "only beside guideID")
        }
    }

    private func checkMarks() throws {
        let kind = changes.kind ?? card.kind
        if changes.introStart != nil || changes.introEnd != nil || changes.creditStart != nil {
            guard [.movie, .episode].contains(kind) else {
                throw RPCError.invalidArgument("changes.introEnd", "only of a movie or an episode")
            }
        }
        for (seconds, field) in [
            (changes.introStart, "introStart"), (changes.introEnd, "introEnd"), (changes.creditStart, "creditStart"),
        ] {
            if let seconds, !Self.seconds.contains(seconds) {
                throw RPCError.invalidArgument("changes.\(field)", "0 to \(Int(Self.seconds.upperBound)) seconds")
            }
        }
        let (start, end) = (changes.introStart ?? 0, changes.introEnd)
        if changes.introStart != nil && end == nil || end.map({ $0 < start }) == true
            || end.map({ $0 == start && $0 > 0 }) == true
        {
            throw RPCError.invalidArgument("changes.introEnd", "after introStart; both 0 for no intro")
        }
        try checkParts(of: kind)
        if changes.isRecap != nil || changes.isFiller != nil {
            guard kind == .episode else { throw RPCError.invalidArgument("changes.isRecap", "only of an episode") }
        }
    }

    private func checkParts(of kind: ContentKind) throws {
        let parts = [
            ("recapPart", changes.recapPart), ("teaserPart", changes.teaserPart), ("previewPart", changes.previewPart),
        ]
        for case (let field, let part?) in parts {
            guard [.movie, .episode].contains(kind) else {
                throw RPCError.invalidArgument("changes.\(field)", "only of a movie or an episode")
            }
            for seconds in [part.start, part.end].compactMap(\.self) where !Self.seconds.contains(seconds) {
                throw RPCError.invalidArgument("changes.\(field)", "0 to \(Int(Self.seconds.upperBound)) seconds")
            }
            // A preview without an end is the rest of the title, which does not begin at its start.
            let isRest = field == "previewPart" && part.start > 0
            guard part.end.map({ $0 > part.start || $0 == 0 && part.start == 0 }) ?? isRest else {
                throw RPCError.invalidArgument("changes.\(field)", "its end after its start; both 0 for no such part")
            }
        }
    }
}
