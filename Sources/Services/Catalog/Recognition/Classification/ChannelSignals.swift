package import CatalogFormats
package import TextFolding

/// The signals of a channel beside its name, which tell channels of the same name apart.
package struct ChannelSignals: Sendable, Equatable {
    /// Of each pair an entry has one; all entries of a channel together may have both.
    private struct Marks: OptionSet, Sendable {
        var rawValue: UInt8
        static let radio = Marks(rawValue: 1)
        static let picture = Marks(rawValue: 2)
        static let adult = Marks(rawValue: 4)
        static let clean = Marks(rawValue: 8)
        static let loop = Marks(rawValue: 16)
        static let live = Marks(rawValue: 32)
        /// Not a channel: lists give ids to films, too.
        static let onDemand = Marks(rawValue: 64)
    }

    private var marks: Marks = []
    /// ISO 3166-1 alpha-2.
    package private(set) var countries: Set<String> = []
    /// ISO 639-1.
    private var languages: Set<String> = []
    /// Whether a section of the list is named before the title: "EX-YU: ", "LA: ".
    private var hasSection = false

    /// Makes empty signals.
    package init() {}

    /// The signals of one entry, except for the tags in its title.
    package init(_ entry: M3UEntry, address: AddressParts, group: GroupSignals) {
        self.init(isRadio: entry.isRadio, address: address, group: group)
        if let country = entry.countryCode ?? group.country { countries.insert(country) }
        languages.formUnion(entry.languages.isEmpty ? group.languages : entry.languages)
    }

    /// The signals that tell kinds of channels apart.
    private init(isRadio: Bool, address: AddressParts, group: GroupSignals) {
        let isRadio = isRadio || group.suggestsRadio || EntryClassifier.audioExtensions.contains(address.ending)
        marks = [
            isRadio ? .radio : .picture, group.adult == nil ? .clean : .adult, group.suggestsLoop ? .loop : .live,
        ]
        if address.panel == .movie || address.panel == .series { marks.insert(.onDemand) }
    }

    /// Adds the tags in the title.
    package mutating func add(_ tags: TitleTags) {
        if let country = tags.country { countries.insert(country) }
        languages.formUnion(tags.languages)
    }

    /// Adds the prefix before the name in the title.
    ///
    /// - Parameter isSection: Whether the rest of the list shows that it is a section.
    package mutating func add(prefixOf text: FoldedText, before name: FoldedText, isSection: Bool = false) {
        if isSection { hasSection = true }
        guard !isSection, let first = text.words.first, first.hash != name.words.first?.hash else { return }
        hasSection = text.words.indices.prefix(Self.longestSection + 1).dropFirst().contains {
            text.isDivided(before: $0)
        }
    }

    /// The longest section name in words.
    private static let longestSection = 3

    /// Adds the signals of another entry of the same channel.
    package mutating func add(_ other: ChannelSignals) {
        marks.formUnion(other.marks)
        if !other.countries.isSubset(of: countries) { countries.formUnion(other.countries) }
        if !other.languages.isSubset(of: languages) { languages.formUnion(other.languages) }
    }

    /// Whether an entry without a guide id may belong to the channel with this id and the same name.
    ///
    /// Where the name is generic, both must be of one country: there are many channels named "Canal 3". An entry in a
    /// section of its own must be of the same country or language: "LA: Cinemax" is another one than that of the United
    /// States.
    package func allow(_ entry: ChannelSignals, guideID: GuideID, isGenericName: Bool) -> Bool {
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
    /// The signals that no column of a stored link has, as bits.
    package var stored: Int64 { Int64(marks.rawValue) | (hasSection ? Self.section : 0) }

    /// Reads the signals of a stored link.
    ///
    /// - Parameter languages: separated by commas.
    package init(stored: Int64, country: String?, languages: String?) {
        marks = Marks(rawValue: UInt8(truncatingIfNeeded: stored & ~Self.section))
        hasSection = stored & Self.section != 0
        if let country { countries = [country] }
        self.languages = Set((languages ?? "").split(separator: ",").map(String.init))
    }

    /// The signals of a link that was stored before signals were. Whether the group was named before its title is
    /// unknown.
    package init(isRadio: Bool, isAdult: Bool, address: String, group: GroupSignals) {
        self.init(isRadio: isRadio, address: AddressParts(address), group: group)
        if isAdult { addAdult() }
        hasSection = true
    }

    private static let section: Int64 = 128

    /// Marks it as adult.
    mutating func addAdult() {
        marks.remove(.clean)
        marks.insert(.adult)
    }
}

extension M3UEntry {
    /// The country of `tvg-country`, ISO 3166-1 alpha-2; nil for several and for unknown ones.
    var countryCode: String? {
        if let known = TagVocabulary.shared.country(country) { return known }
        let isCode = country.utf8.count == 2 && country.utf8.allSatisfy(\.isLetter)
        let isLanguage = TagVocabulary.shared.language(country) != nil
        return isCode && !isLanguage && !Self.unions.contains(country.uppercased()) ? country.uppercased() : nil
    }

    /// Two-letter codes that are not countries.
    private static let unions: Set<String> = ["EU", "UN", "XX", "ZZ", "WW", "AA"]

    /// The languages of `tvg-language`, ISO 639-1.
    package var languages: [String] {
        language.isEmpty
            ? []
            : language.split(whereSeparator: { ";,".contains($0) }).compactMap {
                TagVocabulary.shared.language(String($0))
            }
    }
}
