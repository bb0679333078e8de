internal import TextFolding

/// A certificate as given, and its rating on the household's scale.
package struct Certification: Sendable, Equatable {
    /// As written: "FSK 16".
    package var text: String
    /// The system that the source names, such as "BBFC"; empty when it names none.
    package var system: String
    package var rating: ContentRating
    /// Whether the certificate itself means pornography ("X", "R18").
    package var isAdult: Bool

    /// Parses a certificate of any of the usual systems; unknown ones are unrated.
    package init(_ text: String, system: String = "") {
        (self.text, self.system) = (text, system)
        let found = Self.read(FoldedText(self.text), system: self.system.lowercased())
        (rating, isAdult) = found ?? (.unrated, false)
    }

    /// The decisive one among those of several countries, each named as `system` (ISO 3166-1): the United States',
    /// whose scale is the household's, or else the strictest of all; nil when none is known.
    package static func decisive(of all: [Certification]) -> Certification? {
        let rated = all.filter { $0.rating != .unrated }
        let own = rated.filter { $0.system == "US" }
        return (own.isEmpty ? rated : own).max { $0.step < $1.step }
    }

    private var step: Int { ContentRating.all.firstIndex(of: rating) ?? 0 }
}

extension Certification {
    /// Certificates with the same meaning everywhere; keys are folded, so "TV-Y7" is "tvy7".
    private static let named: [UInt64: (ContentRating, Bool)] = {
        var table: [UInt64: (ContentRating, Bool)] = [:]
        func add(_ names: String, _ rating: ContentRating, adult: Bool = false) {
            for name in names.split(separator: ",") { table[WordHash.of(String(name))] = (rating, adult) }
        }
        add(
            "G,TV-Y,TV-Y7,TV-Y7-FV,TV-G,U,Uc,T,TP,AL,ALL,ATP,APTA,L,Livre,BTL,TE,E,S,K,EC,Tous publics,General,AA,Family,Universal,0+",
            .g)
        add("PG,TV-PG,GP,M/PG,PG12,7i,U/A 7+", .pg)
        add("PG-13,PG13,TV-14,12A,B,B15,SAM13,UA,U/A,U/A 13+,VM14,M/12,M/14,Teen,PG15", .pg13)
        add("R,TV-MA,M,MA,MA15+,MA 15+,C,D,SAM16,M/16,U/A 16+,R15+,15A,R13,R16,VM18,SAM18,M/18,18A,R18+", .r)
        add("NC-17,NC17", .nc17)
        add(
            "X,XX,XXX,X18+,X 18+,R18,AO,Adult,Adults Only,Adults,Porn,Hardcore,18X,Restricted 18,P/18", .nc17,
            adult: true)
        add("NR,UR,Unrated,Not Rated,N/A,None,NA,Not Yet Rated,Exempt,E/I,NULL", .unrated)
        return table
    }()

    /// The meaning of the same letter elsewhere.
    private static func local(_ text: String, system: String) -> (ContentRating, Bool)? {
        /// - Parameter code: the country's in ISO 3166-1, where the system is a country.
        func isFrom(_ names: [String], code: String? = nil) -> Bool {
            system == code || names.contains { system.contains($0) }
        }
        switch text {
        case "a" where isFrom(["cbfc", "india"], code: "in"): return (.r, false)
        case "a", "ai", "10a": return isFrom(["icaa", "spain", "es"]) || system.isEmpty ? (.g, false) : nil
        case "e" where isFrom(["oflc", "acb", "australia"], code: "au"): return (.unrated, false)
        case "c" where isFrom(["mexico", "rtc"], code: "mx"): return (.r, false)
        case "r18" where isFrom(["new zealand", "nz", "japan", "eirin", "fpb"]): return (.r, false)
        default: return nil
        }
    }

    private static func read(_ text: FoldedText, system: String) -> (ContentRating, Bool)? {
        guard !text.words.isEmpty else { return nil }
        let compact = String(decoding: text.folded, as: UTF8.self)
        if let local = local(compact, system: system) { return local }
        if let known = named[text.hash(of: text.words.indices)] { return known }
        if let last = text.words.indices.last, text.words.count > 1 {
            // "MPAA:R", "TVPG PG", "Rated PG-13": the certificate stands last.
            if let known = named[text.words[last].hash], text.words[last].number == nil { return known }
            if text.words.count > 2, let known = named[text.hash(of: (last - 1)..<(last + 1))] { return known }
        }
        return age(in: text).map { (rating(forAge: $0, isAdult: false), false) }
    }

    /// By age: up to 6 G, up to 11 PG, up to 14 PG-13, beyond R; NC-17 only for what is marked adult.
    package static func rating(forAge age: Int, isAdult: Bool) -> ContentRating {
        switch age {
        case ...6: .g
        case ...11: .pg
        case ...14: .pg13
        case ...17: .r
        default: isAdult ? .nc17 : .r
        }
    }

    /// The age in "FSK 16", "12+", "-16", "16 ans", "K-12", "fsk12".
    private static func age(in text: FoldedText) -> Int? {
        for word in text.words {
            let digits = text.folded[word.foldedRange].drop { !$0.isDigit }.prefix(while: \.isDigit)
            guard (1...2).contains(digits.count) else { continue }
            let age = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
            if age <= 21 { return age }
        }
        return nil
    }
}
