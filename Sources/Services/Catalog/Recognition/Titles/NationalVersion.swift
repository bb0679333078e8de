internal import CatalogFormats
package import TextFolding

/// The country's version of a series: "The Office US" is not "The Office (UK)".
///
/// Behind most names a country is the origin of a link, and is dropped. For series that several countries have made
/// under one name it is a part of the name, and stays: "The Office (US)" however the list writes it. A year serves as
/// well.
package struct NationalVersion: Equatable {
    /// The name without the country.
    package var name: String
    /// ISO 3166-1 alpha-2.
    package var country: String

    /// The title of such a series: "The Office (US)".
    package var title: String { "\(name) (\(country == "GB" ? "UK" : country))" }

    /// Parses the words of a series' name.
    ///
    /// - Parameter clean: the cleaned title of these words, where brackets with a country are gone.
    package init?(_ clean: CleanTitle, of text: FoldedText, words: Range<Int>) {
        guard clean.year == nil, let (index, country) = Self.country(in: text, words) else { return nil }
        let title = FoldedText(clean.title)
        let isBare = text.words[index].group == 0
        let rest = title.words.indices.dropLast(isBare ? 1 : 0)
        guard let first = rest.first, let last = rest.last, Self.names.contains(title.hash(of: rest)) else {
            return nil
        }
        name = title.sourceText(title.words[first].range.lowerBound..<title.words[last].range.upperBound)
        self.country = country
    }

    /// Parses a title in the form of ``title``.
    package init?(title: String) {
        let text = FoldedText(title)
        guard let last = text.words.last, last.group > 0, text.words.count > 1, last.foldedRange.count == 2,
            text.words[text.words.count - 2].group == 0, let country = TagVocabulary.shared.country(hash: last.hash)
        else { return nil }
        let end = text.groups[last.group - 1].range.lowerBound
        name = text.sourceText(0..<end).trimmingSpaces()
        self.country = country
    }

    /// The country behind a name, in brackets or as a code, followed by tags only.
    private static func country(in text: FoldedText, _ words: Range<Int>) -> (index: Int, country: String)? {
        for index in words.dropFirst().reversed() {
            let word = text.words[index]
            let isAlone = word.group == 0 ? word.foldedRange.count <= 3 : text.words[index - 1].group != word.group
            if isAlone, let country = TagVocabulary.shared.country(hash: word.hash) { return (index, country) }
            guard text.tag(index..<(index + 1), in: [.suffix, .bracket]) != nil else { return nil }
        }
        return nil
    }

    /// Series with versions of several countries.
    private static let names: Set<UInt64> = Set(
        ("the office,house of cards,shameless,ghosts,being human,skins,queer as folk,life on mars,the bridge,utopia,euphoria,"
            + "the killing,wilfred,coupling,cracker,prime suspect,rake,the slap,the returned,in treatment,criminal,the inbetweeners,"
            + "top gear,masterchef,junior masterchef,celebrity masterchef,big brother,celebrity big brother,love island,the apprentice,"
            + "hell's kitchen,kitchen nightmares,ramsay's kitchen nightmares,dragons den,shark tank,the voice,the voice kids,the x factor,"
            + "x factor,got talent,survivor,the amazing race,the traitors,taskmaster,gladiators,the masked singer,the bachelor,"
            + "the bachelorette,bachelor in paradise,married at first sight,dancing with the stars,project runway,undercover boss,"
            + "wife swap,supernanny,the chase,deal or no deal,family feud,who wants to be a millionaire,the weakest link,countdown,"
            + "antiques roadshow,whose line is it anyway,american ninja warrior,ninja warrior,the block,selling houses,first dates,"
            + "gogglebox,lego masters,the great british bake off,border security,highway patrol,the circle,the mole,the biggest loser,"
            + "farmer wants a wife,temptation island,drag race,rupaul's drag race,made in chelsea,geordie shore,teen mom")
            .split(separator: ",").map { WordHash.of(String($0)) })
}
