/// A programme of a guide.
package struct XMLTVProgramme: Sendable, Equatable {
    /// The line of the element, from 1.
    package var line = 0
    /// The id of the channel.
    package var channel = ""
    /// Seconds since 1970.
    package var start: Int64 = 0
    /// nil when the guide has none: it then lasts until the next one.
    package var stop: Int64?
    package var titles: [XMLTVText] = []
    package var subTitles: [XMLTVText] = []
    package var descriptions: [XMLTVText] = []
    package var categories: [XMLTVText] = []
    package var keywords: [XMLTVText] = []
    package var episodeNumbers: [XMLTVEpisodeNumber] = []
    package var ratings: [XMLTVRating] = []
    package var starRatings: [XMLTVStarRating] = []
    package var credits: [XMLTVCredit] = []
    /// The first `icon` or `image`.
    package var icon = ""
    /// `date` as given: "2008" or "20080711".
    package var date = ""
    /// As given: "US", "United Kingdom".
    package var country = ""
    package var language = ""
    package var originalLanguage = ""
    package var url = ""
    /// `length`: the running time without advertisements.
    package var lengthSeconds: Int?
    package var isNew = false
    package var isPremiere = false
    package var isLive = false
    package var isLastChance = false
    /// `previously-shown`.
    package var isRepeat = false
    /// The previous broadcast, where the guide has it.
    package var previousStart: Int64?
    package var isHighDefinition = false
    package var hasSubtitles = false
    /// A common extension: the value of `{catchup-id}`.
    package var catchupID = ""

    package init() {}

    /// The year of `date`.
    package var year: Int? {
        let digits = date.utf8.prefix(4)
        guard digits.count == 4, let year = Int(date.prefix(4)), (1888...2100).contains(year) else { return nil }
        return year
    }

    /// The language of most of the programme's texts: of its title, and of as many as possible of subtitle and
    /// description, so that one language's title goes with that language's description.
    ///
    /// A title without a language comes before others, then the guide's first one. nil for a programme without a title.
    package var mainLanguage: String? {
        let others = [subTitles, descriptions].filter { !$0.isEmpty }
        guard titles.count > 1 else { return titles.first?.language }
        func isWithout(_ text: XMLTVText) -> Bool { text.language.isEmpty }
        let tags = (titles.filter(isWithout) + titles.filter { !isWithout($0) }).map(\.language)
        var best: (tag: String, count: Int)?
        for tag in tags {
            let count = others.count { texts in texts.contains { Self.base($0.language) == Self.base(tag) } }
            if count > best?.count ?? -1 { best = (tag, count) }
        }
        return best?.tag
    }

    /// "de" of "de-AT".
    private static func base(_ tag: String) -> String { tag.prefix { $0 != "-" && $0 != "_" }.lowercased() }

    /// The text in the requested language, else the one without a language, else the first.
    ///
    /// - Parameter language: A BCP 47 tag; its region is ignored.
    package static func text(of texts: [XMLTVText], in language: String? = nil) -> String {
        if let language, let match = texts.first(where: { base($0.language) == base(language) }) { return match.text }
        return (texts.first { $0.language.isEmpty } ?? texts.first)?.text ?? ""
    }
}

/// A person who takes part.
package struct XMLTVCredit: Sendable, Hashable {
    /// XMLTV's element: "actor", "director", "presenter" …
    package var role: String
    package var name: String
    /// The character an actor plays.
    package var character: String

    package init(role: String, name: String, character: String = "") {
        (self.role, self.name, self.character) = (role, name, character)
    }
}

/// A certificate as the guide gives it, `rating` of the DTD.
package struct XMLTVRating: Sendable, Hashable {
    /// As written: "FSK 16".
    package var text: String
    /// The `system` attribute, such as "BBFC"; empty when there is none.
    package var system: String

    package init(text: String, system: String = "") {
        (self.text, self.system) = (text, system)
    }
}

/// A score, on a scale of ten.
package struct XMLTVStarRating: Sendable, Hashable {
    package var system: String
    /// 0 to 10.
    package var score: Double

    /// Parses "8/10", "3.5 / 5", "4,5/5"; nil for any other text.
    package init?(_ text: String, system: String) {
        let parts = text.split(separator: "/").map { part in
            Double(part.trimmingSpaces().split(separator: ",").joined(separator: "."))
        }
        guard parts.count == 2, let value = parts[0], let scale = parts[1], scale > 0, value >= 0, value <= scale else {
            return nil
        }
        (self.system, score) = (system, value / scale * 10)
    }
}
