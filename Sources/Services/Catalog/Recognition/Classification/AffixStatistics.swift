internal import CatalogFormats
internal import TextFolding

/// Finds what a list sets before or behind the names of many of its titles, apart from them: "OD| Low Tide", "[24H] Low Tide", "IN_Low
/// Tide", "Low Tide (lists.example)", "Low Tide (2019) | Dubbed Films", "Low Tide LEG".
///
/// One title may be called so; several names with one and the same text in the same place have a section, a service or a version there.
/// Texts that tell titles of one name apart, "Low (East)" and "Low (West)", are names.
struct AffixStatistics: Sendable {
    /// The places of such a text.
    private enum Place: UInt8 {
        case section, joint, bracketBefore, bracketBehind, segment, capitals, sign
    }

    /// The counts of one text in one place.
    private struct Affix {
        var titles = 0
        /// The names beside it, as hashes, without their numbers: "EVENT 1" and "EVENT 2" are one name.
        var names: Set<UInt64> = []
        /// How many of its names stand elsewhere without it, or with another.
        var shared = 0
        /// Whether a group of its titles is called so, too.
        var isOfGroup = false
        /// Whether it is a tag there in any list.
        var isTag: Bool
    }

    private var titles = 0
    private var affixes: [UInt64: Affix] = [:]
    /// How many titles have an affix in each place, whatever it is, and how many there are.
    private var forms: [Place: (titles: Int, affixes: Int)] = [:]
    /// By a name's hash, the affix that it was found with first; 0 for none.
    private var owners: [UInt64: UInt64] = [:]

    /// More are not counted.
    private static let (maximumAffixes, maximumNames, countedNames) = (20_000, 200_000, 1_000)
    /// Fewer names are a coincidence.
    private static let minimumNames = 4
    /// In a hundred: of a list's titles for what is written as words of a name are, and of an affix's names for those that it tells apart.
    private static let (percentOfWords, percentShared) = (2, 10)
    /// A list with so many titles of one form, in a hundred and in all, has an affix in each of them.
    private static let (percentOfForm, minimumOfForm) = (60, 10)
    /// In a hundred titles, of those with a bar.
    private static let percentOfSections = 30
    /// Brackets in front of names are affixes where a list has several.
    private static let minimumInFront = 3

    // MARK: Counting

    /// Counts one title of a list.
    mutating func note(_ title: String, group: String) {
        titles += 1
        let bytes = Array(title.utf8)
        let whole = Self.hash(bytes[...])
        let found = Self.affixes(bytes)
        if found.isEmpty { note(whole, with: 0) }
        for part in found {
            forms[part.place, default: (0, 0)].titles += 1
            let key = Self.key(bytes, part)
            guard affixes[key] != nil || affixes.count < Self.maximumAffixes else { continue }
            if affixes[key] == nil { forms[part.place, default: (0, 0)].affixes += 1 }
            var affix = affixes[key] ?? Affix(isTag: Self.isTag(bytes[part.text], part.place))
            affix.titles += 1
            if affix.names.count < Self.countedNames { affix.names.insert(Self.hash(bytes[part.rest], digits: false)) }
            if part.place == .bracketBehind, Self.contains(group, bytes[part.text]) { affix.isOfGroup = true }
            affixes[key] = affix
            note(Self.hash(bytes[part.rest]), with: key)
        }
    }

    /// Counts a name that is had with an affix, or without one.
    private mutating func note(_ name: UInt64, with key: UInt64) {
        guard let owner = owners[name] else {
            if owners.count < Self.maximumNames { owners[name] = key }
            return
        }
        guard owner != key else { return }
        affixes[owner]?.shared += 1
        affixes[key]?.shared += 1
    }

    private static func contains(_ group: String, _ text: ArraySlice<UInt8>) -> Bool {
        group.utf8.count > text.count && group.contains("(" + String(decoding: text, as: UTF8.self) + ")")
    }

    // MARK: Cutting

    /// A title without its affixes.
    struct Name {
        /// The rest, in bytes of the title.
        var range: Range<Int>
        /// The texts in front of it, and behind.
        var before: [Range<Int>] = []
        var behind: [Range<Int>] = []
    }

    /// The name in a title; nil where it has no affix.
    ///
    /// - Parameter isChannel: Whether two channels may have the same name, so that what tells them apart stays.
    func name(in title: [UInt8], isChannel: Bool) -> Name? {
        guard !affixes.isEmpty else { return nil }
        var name = Name(range: title.indices)
        for _ in 0..<Self.maximumCuts {
            let rest = Array(title[name.range])
            guard let part = Self.affixes(rest).first(where: { isAffix(rest, $0, isChannel: isChannel) }) else { break }
            let start = name.range.lowerBound
            let text = (start + part.text.lowerBound)..<(start + part.text.upperBound)
            if part.text.lowerBound < part.rest.lowerBound {
                name.before.append(text)
            } else {
                name.behind.append(text)
            }
            name.range = (start + part.rest.lowerBound)..<(start + part.rest.upperBound)
        }
        return name.before.isEmpty && name.behind.isEmpty ? nil : name
    }

    private static let maximumCuts = 3

    private func isAffix(_ title: [UInt8], _ part: Part, isChannel: Bool) -> Bool {
        guard let found = affixes[Self.key(title, part)], !found.isTag,
            found.names.count >= Self.minimumNames || isForm(part.place, isChannel: isChannel)
        else { return false }
        let isClean = found.shared * 100 <= found.titles * Self.percentShared
        switch part.place {
        case .section: return isSectioned(title[part.text], isChannel: isChannel) && isSection(title, part)
        case .joint, .bracketBefore: return isSection(title, part)
        case .bracketBehind: return !isChannel || isClean || found.isOfGroup
        case .segment: return !isChannel || isClean && (isCommon(found) || isForm(.segment, isChannel: true))
        case .capitals: return !isChannel && isCommon(found)
        case .sign: return !isChannel || isClean
        }
    }

    /// Whether what stands in front is no name itself: "LOW TIDE | S1 - Episode 01".
    private func isSection(_ title: [UInt8], _ part: Part) -> Bool {
        guard title[part.rest].prefix(Self.longestMarker).contains(where: \.isDigit) else { return true }
        let rest = FoldedText(String(decoding: title[part.rest], as: UTF8.self))
        return EpisodeMarker.find(in: rest, allowsBareEpisode: true)?.words.lowerBound != 0
    }

    /// Whether a list has so many bars that what stands before this one is a section; in small letters it may be a brand, "Low One | Hits",
    /// and in front of films a saga.
    private func isSectioned(_ text: ArraySlice<UInt8>, isChannel: Bool) -> Bool {
        let isWord = text.contains { $0.isLetter && !$0.isUppercaseLetter }
        let count = forms[.section]?.titles ?? 0
        let percent = isWord ? Self.percentOfForm : Self.percentOfSections
        return (isChannel || !isWord) && count * 100 >= titles * percent
    }

    /// Whether the list writes nearly every title so, each with a text of its own: "[Lowtown] Radio Tide".
    private func isForm(_ place: Place, isChannel: Bool) -> Bool {
        guard let form = forms[place] else { return false }
        switch place {
        case .capitals, .sign: return false
        case .bracketBefore where isChannel && form.titles >= Self.minimumInFront: return true
        // "Low 5 | ARG", "Low 6 | ARG": the names stand where most texts differ.
        default:
            return form.titles >= Self.minimumOfForm && form.titles * 100 >= titles * Self.percentOfForm
                && form.affixes * 2 <= form.titles
        }
    }

    private func isCommon(_ affix: Affix) -> Bool { affix.titles * 100 >= titles * Self.percentOfWords }

    // MARK: The parts of a title

    /// What may be an affix, and the rest of the title.
    private struct Part {
        var place: Place
        var text: Range<Int>
        var rest: Range<Int>
    }

    private static func affixes(_ title: [UInt8]) -> [Part] {
        var parts: [Part] = []
        if let part = section(title) ?? joint(title) ?? bracketBefore(title) { parts.append(part) }
        if let part = sign(title) ?? bracketBehind(title) ?? segment(title) ?? capitals(title) { parts.append(part) }
        return parts.filter { ($0.place == .sign || isName(title[$0.rest])) && isText(title[$0.text]) }
    }

    /// "OD| Low Tide", "PLAY+┃ Low Tide": what stands before the first bar.
    private static func section(_ title: [UInt8]) -> Part? {
        guard let start = title.firstIndex(where: { $0 != 0x20 }) else { return nil }
        for index in start..<min(title.count, start + longestSection) {
            guard let bar = lengthOfBar(title, index), index > start else { continue }
            return Part(
                place: .section, text: trimmed(title, start..<index), rest: trimmed(title, (index + bar)..<title.count))
        }
        return nil
    }

    /// "IN_Low Tide", where no other word is joined so.
    private static func joint(_ title: [UInt8]) -> Part? {
        let letters = title.prefix { $0.isLetter }
        guard codes.contains(letters.count), letters.count < title.count, title[letters.count] == UInt8(ascii: "_"),
            !title[(letters.count + 1)...].contains(UInt8(ascii: "_"))
        else { return nil }
        return Part(
            place: .joint, text: 0..<letters.count, rest: trimmed(title, (letters.count + 1)..<title.count))
    }

    /// "[24H] Low Tide".
    private static func bracketBefore(_ title: [UInt8]) -> Part? {
        guard title.first == UInt8(ascii: "["), let end = title.firstIndex(of: UInt8(ascii: "]")), end > 1 else {
            return nil
        }
        return Part(place: .bracketBefore, text: 1..<end, rest: trimmed(title, (end + 1)..<title.count))
    }

    /// "Low Tide (lists.example)", "Low Tide [ALTER]". What has digits is a year, a part or a size.
    private static func bracketBehind(_ title: [UInt8]) -> Part? {
        guard let last = title.lastIndex(where: { $0 != 0x20 && $0 != UInt8(ascii: "*") }) else { return nil }
        let opening: UInt8
        switch title[last] {
        case UInt8(ascii: ")"): opening = UInt8(ascii: "(")
        case UInt8(ascii: "]"): opening = UInt8(ascii: "[")
        default: return nil
        }
        guard let start = title[..<last].lastIndex(of: opening), start > 0, start + 1 < last,
            !title[start..<last].contains(where: \.isDigit)
        else { return nil }
        return Part(place: .bracketBehind, text: (start + 1)..<last, rest: trimmed(title, 0..<start))
    }

    /// "Low Tide (2019) | Dubbed Films".
    private static func segment(_ title: [UInt8]) -> Part? {
        for index in title.indices.reversed() where title.count - index <= longestSegment {
            guard let bar = lengthOfBar(title, index) else { continue }
            guard !title[index...].contains(where: \.isDigit) else { return nil }
            return Part(
                place: .segment, text: trimmed(title, (index + bar)..<title.count), rest: trimmed(title, 0..<index))
        }
        return nil
    }

    /// "Low Tide (2019)*lists", "Low Tide*25low*": what stands behind a star that is joined to it.
    private static func sign(_ title: [UInt8]) -> Part? {
        let end = title.last == star ? title.count - 1 : title.count
        guard let start = title[..<end].lastIndex(of: star), start > 0, marks.contains(end - start - 1),
            title[(start + 1)..<end].allSatisfy({ $0.isLetter || $0.isDigit })
        else { return nil }
        return Part(place: .sign, text: (start + 1)..<end, rest: trimmed(title, 0..<start))
    }

    private static let star = UInt8(ascii: "*")
    /// Bytes of a mark.
    private static let marks = 2...16

    /// "Low Tide LEG", where the name is not in capitals, too.
    private static func capitals(_ title: [UInt8]) -> Part? {
        guard let space = title.lastIndex(of: 0x20), codes.contains(title.count - space - 1),
            title[(space + 1)...].allSatisfy(\.isUppercaseLetter),
            title[..<space].contains(where: { $0.isLetter && !$0.isUppercaseLetter }),
            !numerals.isSuperset(of: title[(space + 1)...]), !title[(space + 1)...].elementsEqual("TV".utf8)
        else { return nil }
        return Part(place: .capitals, text: (space + 1)..<title.count, rest: trimmed(title, 0..<space))
    }

    /// The bytes of a bar at an index: "|", and those of box drawing and blocks.
    private static func lengthOfBar(_ title: [UInt8], _ index: Int) -> Int? {
        if title[index] == UInt8(ascii: "|") { return 1 }
        guard title[index] == 0xE2, index + 2 < title.count else { return nil }
        switch (title[index + 1], title[index + 2]) {
        case (0x94, 0x82), (0x94, 0x83), (0x95, 0x91), (0x96, 0x8E), (0x96, 0x8F), (0x96, 0x8C): return 3
        default: return nil
        }
    }

    private static func trimmed(_ title: [UInt8], _ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, title[start] == 0x20 { start += 1 }
        while end > start, title[end - 1] == 0x20 { end -= 1 }
        return start..<end
    }

    /// Bytes.
    private static let (longestSection, longestSegment, longestMarker, codes) = (24, 40, 24, 2...8)
    private static let numerals: Set<UInt8> = Set("IVXL".utf8)

    /// Whether a rest has letters.
    private static func isName(_ rest: ArraySlice<UInt8>) -> Bool { rest.count { $0.isLetter || $0 >= 0x80 } > 1 }

    /// Whether a text has letters, and is none of a loop.
    private static func isText(_ text: ArraySlice<UInt8>) -> Bool {
        text.contains { $0.isLetter || $0 >= 0x80 } && !text.starts(with: "24/7".utf8)
    }

    // MARK: Keys

    /// Whether a text is a tag in that place in any list, so that it is known what it says.
    private static func isTag(_ text: ArraySlice<UInt8>, _ place: Place) -> Bool {
        let places: TitleTag.Places
        switch place {
        case .section: places = .prefix
        case .joint: return false
        case .capitals, .sign: places = .suffix
        case .bracketBefore: places = [.prefix, .bracket]
        case .bracketBehind: places = .bracket
        case .segment: places = [.segment, .suffix]
        }
        let folded = FoldedText(String(decoding: text, as: UTF8.self))
        let cleaner = TitleCleaner(folded, words: folded.words.indices, style: .video)
        return cleaner.meanings(folded.words.indices, in: places, needsCapitals: false) != nil
    }

    private static func key(_ title: [UInt8], _ part: Part) -> UInt64 {
        WordHash.extend(hash(title[part.text]), part.place.rawValue)
    }

    /// Of letters and digits, in lower case.
    private static func hash(_ bytes: ArraySlice<UInt8>, digits: Bool = true) -> UInt64 {
        var hash = WordHash.seed
        for byte in bytes where byte.isLetter || digits && byte.isDigit || byte >= 0x80 {
            hash = WordHash.extend(hash, byte.lowercased)
        }
        return hash
    }
}
