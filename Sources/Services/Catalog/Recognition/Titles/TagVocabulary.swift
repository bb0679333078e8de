internal import CatalogFormats
internal import TextFolding

/// All words and phrases that are tags, by their folded hash.
struct TagVocabulary: Sendable {
    static let shared = TagVocabulary()

    private let tags: [UInt64: TitleTag]
    /// Second meanings of words, at positions where their first one does not count: "Latino" before a colon, and in
    /// brackets.
    private let others: [UInt64: TitleTag]
    /// Names and codes of countries, for any position: in `tvg-country` and in group names.
    private let countries: [UInt64: String]
    /// Names and codes of languages, likewise.
    private let languages: [UInt64: String]

    private init() {
        var (tags, others): ([UInt64: TitleTag], [UInt64: TitleTag]) = ([:], [:])
        func add(_ phrases: String, _ meaning: TitleTag.Meaning, _ places: TitleTag.Places, capitals: Bool = false) {
            for phrase in phrases.split(separator: ",") {
                let hash = WordHash.of(String(phrase))
                if let known = tags[hash], known.meaning == meaning {
                    tags[hash]?.places = known.places.union(places)
                    tags[hash]?.needsCapitals = known.needsCapitals || capitals
                } else if let known = tags[hash] {
                    let free = places.subtracting(known.places)
                    if !free.isEmpty, others[hash] == nil {
                        others[hash] = TitleTag(meaning: meaning, places: free, needsCapitals: capitals)
                    }
                } else {
                    tags[hash] = TitleTag(meaning: meaning, places: places, needsCapitals: capitals)
                }
            }
        }
        Self.addRelease { add($0, $1, $2) }
        Self.addProviders { add($0, $1, $2) }
        Self.addSections { add($0, $1, $2, capitals: true) }
        var (countries, languages): ([UInt64: String], [UInt64: String]) = ([:], [:])
        for country in LocaleNames.countries {
            let meaning = TitleTag.Meaning.country(country.code, language: country.language)
            for code in country.codes {
                if !LocaleNames.languageCodes.contains(code) {
                    add(code, meaning, [.prefix, .bracket], capitals: true)
                }
                countries[WordHash.of(code)] = country.code
            }
            for name in country.names {
                add(name, meaning, [.prefix, .bracket])
                countries[WordHash.of(name)] = country.code
            }
        }
        for language in LocaleNames.languages {
            for code in language.codes {
                add(code, .language(language.code), [.prefix, .bracket], capitals: true)
                if code.count > 2 { add(code, .language(language.code), [.release, .segment], capitals: true) }
                languages[WordHash.of(code)] = language.code
            }
            for name in language.names {
                add(name, .language(language.code), [.prefix, .bracket, .release])
                languages[WordHash.of(name)] = language.code
            }
        }
        (self.tags, self.others, self.countries, self.languages) = (tags, others, countries, languages)
    }

    /// The tag of these words at one of these positions.
    func tag(_ hash: UInt64, in places: TitleTag.Places) -> TitleTag? {
        guard let tag = tags[hash] else { return nil }
        if !tag.places.isDisjoint(with: places) { return tag }
        return others[hash].flatMap { $0.places.isDisjoint(with: places) ? nil : $0 }
    }

    /// ISO 3166-1 alpha-2 for a country's code or name; nil for several ("US;CA"), for "INT" and for unknown ones.
    func country(_ text: String) -> String? {
        text.isEmpty ? nil : countries[WordHash.of(text)]
    }

    /// The country of these words.
    func country(hash: UInt64) -> String? { countries[hash] }

    /// ISO 639-1 for a language's code or name.
    func language(_ text: String) -> String? {
        text.isEmpty ? nil : languages[WordHash.of(text)]
    }
}
