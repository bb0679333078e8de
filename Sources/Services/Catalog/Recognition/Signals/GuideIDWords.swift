internal import CatalogFormats
internal import TextFolding

/// The channel name in a guide id: "bbcone.uk@london" is "bbc" and 1.
struct GuideIDWords: Sendable {
    /// Letters and digits, without the country and the feed.
    private let whole: String
    /// The letters alone, also without a trailing common word.
    private let letters: [String]
    private let numbers: Set<Int>
    /// The call sign of a station in the United States: in such ids the location follows it, in names the programme.
    private let callSign: String?

    /// - Parameter id: as ``GuideID/normalized``.
    init(_ id: String) {
        var base = id.prefix { $0 != "@" }
        var country: Substring = ""
        if let dot = base.lastIndex(of: "."), base[dot...].dropFirst().allSatisfy(\.isLetter),
            (3...4).contains(base[dot...].count), dot > base.startIndex
        {
            country = base[dot...].dropFirst()
            base = base[..<dot]
        }
        whole = String(decoding: FoldedText(String(base)).compact, as: UTF8.self)
        var parts = ChannelName.parts(of: whole)
        callSign = country == "us" ? Self.callSign(parts) : nil
        Self.dropDelay(&parts)
        Self.readSpelledNumber(&parts)
        numbers = Set(parts.compactMap { Int($0) }).subtracting(ChannelName.sizes)
        let letters = parts.filter { Int($0) == nil }.joined()
        let ending = ChannelName.common.filter { letters.hasSuffix($0) && letters.count > $0.count + 1 }
            .max { $0.count < $1.count }
        self.letters = ending.map { [letters, String(letters.dropLast($0.count))] } ?? [letters]
    }

    /// Whether a name may be that of the id's channel.
    func agrees(with name: ChannelName) -> Bool {
        if let callSign, name.words.contains(callSign) { return true }
        if spellsWhole(name) { return true }
        // In another script it may be a translation, so that only the number is comparable.
        guard name.isLatin else { return name.numbers.isEmpty || name.numbers == numbers }
        guard name.numbers == numbers else { return false }
        guard let all = letters.first, !all.isEmpty, !name.telling.isEmpty else {
            return name.telling.isEmpty && letters.first?.isEmpty != false
        }
        return letters.contains { ChannelName.spells(name.telling, $0) || ChannelName.spells(name.letters, $0) }
            || Self.begins(all, with: name.telling) || name.initials == all
    }

    /// "3e" of "VIP 3e": with its figures, and no other number beside it.
    private func spellsWhole(_ name: ChannelName) -> Bool {
        name.words.indices.contains { start in
            var spelled = ""
            for index in name.words[start...].indices where spelled.count < whole.count {
                spelled += name.words[index]
                guard spelled == whole else { continue }
                let rest = name.words[..<start] + name.words[(index + 1)...]
                return rest.allSatisfy { word in
                    ChannelName.parts(of: word).allSatisfy { part in
                        ChannelName.number(part).map(ChannelName.sizes.contains) ?? true
                    }
                }
            }
            return false
        }
    }

    /// Whether an id has the words of a name in order, as "trueentertainment" those of "True Ent".
    private static func begins(_ id: String, with words: [String]) -> Bool {
        var rest = Substring(id)
        for (index, word) in words.enumerated() {
            guard let found = rest.firstRange(of: word), index > 0 || found.lowerBound == rest.startIndex else {
                return false
            }
            rest = rest[found.upperBound...]
        }
        return true
    }

    /// "kntv" of "kntv111": K or W and two or three letters, before the numbers of the signal.
    private static func callSign(_ parts: [String]) -> String? {
        guard parts.count == 2, Int(parts[1]) != nil, let first = parts[0].first, first == "k" || first == "w" else {
            return nil
        }
        let ending = ["tv", "dt", "cd", "ld"].first { parts[0].count > 4 && parts[0].hasSuffix($0) }
        let sign = parts[0].dropLast(ending?.count ?? 0)
        return (3...4).contains(sign.count) ? String(sign) : nil
    }

    private static func dropDelay(_ parts: inout [String]) {
        let last = parts.count - (parts.last.flatMap { Int($0) } == nil ? 1 : 2)
        guard parts.indices.contains(last), parts[last].count > 4, parts[last].hasSuffix("plus") else { return }
        parts[last].removeLast(4)
        parts.removeLast(parts.count - last - 1)
    }

    /// "bbcone" is "bbc1".
    private static func readSpelledNumber(_ parts: inout [String]) {
        guard let last = parts.last,
            let word = ChannelName.spelled.keys.sorted().first(where: { last.hasSuffix($0) && last.count > $0.count }),
            let number = ChannelName.spelled[word]
        else { return }
        parts[parts.count - 1].removeLast(word.count)
        parts.append(String(number))
    }
}
