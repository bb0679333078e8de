internal import Household

/// What entries say of a channel beside its name: by it channels of one name are told apart.
struct ChannelSignals: Sendable, Equatable {
    /// Of each pair an entry has one; all entries of a channel together may have both.
    private struct Marks: OptionSet, Sendable {
        var rawValue: UInt8
        static let radio = Marks(rawValue: 1)
        static let picture = Marks(rawValue: 2)
        static let adult = Marks(rawValue: 4)
        static let clean = Marks(rawValue: 8)
        static let loop = Marks(rawValue: 16)
        static let live = Marks(rawValue: 32)
        /// No channel: lists give ids to films, too.
        static let onDemand = Marks(rawValue: 64)
    }

    private var marks: Marks = []
    /// ISO 3166-1 alpha-2.
    private(set) var countries: Set<String> = []
    /// ISO 639-1.
    private var languages: Set<String> = []
    /// Whether a part of the list is named before the title: "EX-YU: ", "LA: ".
    private var hasSection = false

    /// Nothing.
    init() {}

    /// What one entry says, but for the tags in its title.
    init(_ entry: M3UEntry, address: AddressParts, group: GroupSignals) {
        self.init(isRadio: entry.isRadio, address: address, group: group)
        if let country = entry.countryCode ?? group.country { countries.insert(country) }
        languages.formUnion(entry.languages.isEmpty ? group.languages : entry.languages)
    }

    /// What tells kinds of channels apart.
    private init(isRadio: Bool, address: AddressParts, group: GroupSignals) {
        let isRadio = isRadio || group.suggestsRadio || EntryClassifier.audioExtensions.contains(address.ending)
        marks = [
            isRadio ? .radio : .picture, group.adult == nil ? .clean : .adult, group.suggestsLoop ? .loop : .live,
        ]
        if address.panel == .movie || address.panel == .series { marks.insert(.onDemand) }
    }

    /// Adds what tags in the title say.
    mutating func add(_ tags: TitleTags) {
        if let country = tags.country { countries.insert(country) }
        languages.formUnion(tags.languages)
    }

    /// Adds what stands before the name in the title.
    mutating func add(prefixOf text: FoldedText, before name: FoldedText) {
        guard let first = text.words.first, first.hash != name.words.first?.hash else { return }
        hasSection = text.words.indices.prefix(Self.longestSection + 1).dropFirst().contains {
            text.isDivided(before: $0)
        }
    }

    /// Words.
    private static let longestSection = 3

    /// Adds what another entry says of the same channel.
    mutating func add(_ other: ChannelSignals) {
        marks.formUnion(other.marks)
        if !other.countries.isSubset(of: countries) { countries.formUnion(other.countries) }
        if !other.languages.isSubset(of: languages) { languages.formUnion(other.languages) }
    }

    /// Whether an entry without a guide id may be of the channel that has this one and is called so.
    ///
    /// Where the name says little, both must be of one country: there are many channels called "Canal 3". What stands in a part of
    /// the list of its own must be of the same country or language: "LA: Cinemax" is another one than that of the United States.
    func allow(_ entry: ChannelSignals, guideID: GuideID, isGenericName: Bool) -> Bool {
        guard marks == entry.marks else { return false }
        // The list's countries are more precise than the id's: "DWEnglish.de" is in groups of many countries.
        var known = countries
        if known.isEmpty, let code = guideID.country,
            let country = TagVocabulary.shared.country(String(decoding: code, as: UTF8.self))
        {
            known = [country]
        }
        let isOneCountry = !known.isDisjoint(with: entry.countries)
        let isOneLanguage = !languages.isDisjoint(with: entry.languages)
        if !known.isEmpty, !entry.countries.isEmpty, !isOneCountry { return false }
        if !isOneCountry, !languages.isEmpty, !entry.languages.isEmpty, !isOneLanguage { return false }
        return isOneCountry || !isGenericName && (isOneLanguage || !entry.hasSection)
    }
}

extension ChannelSignals {
    /// The signs that no column of a stored link has, as it keeps them.
    var stored: Int64 { Int64(marks.rawValue) | (hasSection ? Self.section : 0) }

    /// Reads those of a stored link.
    ///
    /// - Parameter languages: with commas between them.
    init(stored: Int64, country: String?, languages: String?) {
        marks = Marks(rawValue: UInt8(truncatingIfNeeded: stored & ~Self.section))
        hasSection = stored & Self.section != 0
        if let country { countries = [country] }
        self.languages = Set((languages ?? "").split(separator: ",").map(String.init))
    }

    /// The signals of a link that was stored before signals were. Whether the group was named before its title is
    /// unknown.
    init(isRadio: Bool, isAdult: Bool, address: String, group: GroupSignals) {
        self.init(isRadio: isRadio, address: AddressParts(address), group: group)
        if isAdult { addAdult() }
        hasSection = true
    }

    private static let section: Int64 = 128

    /// Has it be for adults.
    mutating func addAdult() {
        marks.remove(.clean)
        marks.insert(.adult)
    }
}

extension M3UEntry {
    /// The country that `tvg-country` names, ISO 3166-1 alpha-2; nil for several and for what is none.
    var countryCode: String? {
        if let known = TagVocabulary.shared.country(country) { return known }
        let isCode = country.utf8.count == 2 && country.utf8.allSatisfy(\.isLetter)
        let isLanguage = TagVocabulary.shared.language(country) != nil
        return isCode && !isLanguage && !Self.unions.contains(country.uppercased()) ? country.uppercased() : nil
    }

    /// Codes of two letters that are no country's.
    private static let unions: Set<String> = ["EU", "UN", "XX", "ZZ", "WW", "AA"]

    /// The languages that `tvg-language` names, ISO 639-1.
    var languages: [String] {
        language.isEmpty
            ? []
            : language.split(whereSeparator: { ";,".contains($0) }).compactMap {
                TagVocabulary.shared.language(String($0))
            }
    }
}
