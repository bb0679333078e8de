internal import CatalogFormats
package import HearthModel
package import TextFolding

/// Makes ids, and the match keys that recognise an item.
///
/// An id is made from these parts only:
/// - a film: its normalised title and year;
/// - a series: its normalised title, and the year when the title has one ("The Flash (2014)" is not that of 1990);
/// - an episode: its series, and the season and episode numbers, or the day it was shown;
/// - a channel: its guide id (`GuideID`), with "+1" when the name has it, and with the country where the list names
///   several for an id that is nothing but the name; without one, that of its only namesake in the list
///   (`ChannelNameIndex`), or else its normalised name and country.
///
/// Two entries with the same id are variants of one item.
package enum ContentIdentity {
    /// The id of a film.
    package static func movie(title: String, year: Int?) -> DerivedID {
        movie(FoldedText(title), year: year)
    }

    package static func movie(_ title: FoldedText, year: Int?) -> DerivedID {
        var key = IdentityKey.Builder("movie")
        key.add(name: title)
        key.add(year)
        return DerivedID(kind: .movie, key: key.finish())
    }

    /// The id of a series.
    package static func series(title: String, year: Int?) -> DerivedID {
        series(FoldedText(title), year: year)
    }

    package static func series(_ title: FoldedText, year: Int?) -> DerivedID {
        var key = IdentityKey.Builder("series")
        key.add(name: title)
        key.add(year)
        return DerivedID(kind: .series, key: key.finish())
    }

    /// The id of an episode by its numbers; a file with several has the first's and the last's, and one of half an episode its
    /// letter.
    package static func episode(
        of series: DerivedID, season: Int?, episode: Int, last: Int? = nil, half: UInt8? = nil
    ) -> DerivedID {
        var key = IdentityKey.Builder("episode")
        key.add(series.description.utf8)
        // A missing season is the first.
        key.add(season ?? 1)
        key.add(episode)
        key.add(last)
        if let half { key.add(Int(half)) }
        return DerivedID(kind: .episode, key: key.finish())
    }

    /// The id of an episode of a daily programme.
    package static func episode(of series: DerivedID, year: Int, month: Int, day: Int) -> DerivedID {
        var key = IdentityKey.Builder("episode by day")
        key.add(series.description.utf8)
        for part in [year, month, day] { key.add(part) }
        return DerivedID(kind: .episode, key: key.finish())
    }

    /// The id of a channel.
    ///
    /// - Parameters:
    ///   - name: The cleaned name.
    ///   - country: ISO 3166-1 alpha-2, when the list names one.
    ///   - isSharedGuideID: Whether several channels share the guide id, by the list's statistics.
    package static func channel(
        guideID: GuideID?, name: String, country: String?, isRadio: Bool = false, isSharedGuideID: Bool = false
    ) -> DerivedID {
        channel(
            guideID: guideID, name: FoldedText(name), country: country, isRadio: isRadio,
            isSharedGuideID: isSharedGuideID)
    }

    package static func channel(
        guideID: GuideID?, name: FoldedText, country: String?, isRadio: Bool, isNational: Bool = false,
        isSharedGuideID: Bool
    ) -> DerivedID {
        guard let guideID else {
            var key = IdentityKey.Builder("channel by name")
            key.add(name: name)
            key.add((country ?? "").utf8)
            key.add((isRadio ? "radio" : "").utf8)
            return DerivedID(kind: .channel, key: key.finish())
        }
        var key = IdentityKey.Builder("channel by guide")
        key.add(guideID.normalized.utf8)
        if isSharedGuideID || guideID.needsName {
            key.add(name: name)
        } else if let hours = delay(of: name), !guideID.normalized.hasSuffix("plus\(hours)"),
            !guideID.normalized.hasSuffix("+\(hours)")
        {
            key.add("+\(hours)".utf8)
        }
        if isNational { key.add("in \(country ?? "")".utf8) }
        return DerivedID(kind: .channel, key: key.finish())
    }

    /// The delay in a name that ends in "+1": such a channel often has the guide id of the one that it repeats.
    private static func delay(of name: FoldedText) -> Int? {
        guard name.words.count > 2, let hours = name.words[name.words.count - 1].number, (1...24).contains(hours),
            name.text(of: name.words[name.words.count - 2]) == "plus"
        else { return nil }
        return hours
    }

    // MARK: Match keys

    package static func rung(provider id: String, source: String) -> MatchKey {
        var key = IdentityKey.Builder("provider")
        key.add(source.utf8)
        key.add(id.utf8)
        return MatchKey(kind: .provider, key: key.finish())
    }

    /// An id such as "tmdb:movie:603" or "imdb:tt0133093".
    package static func rung(external id: String) -> MatchKey {
        var key = IdentityKey.Builder("external")
        key.add(id.lowercased().utf8)
        return MatchKey(kind: .external, key: key.finish())
    }

    package static func rung(guide id: GuideID) -> MatchKey {
        var key = IdentityKey.Builder("guide")
        key.add(id.normalized.utf8)
        return MatchKey(kind: .guide, key: key.finish())
    }

    /// For a channel the name and country, for everything else the title, and an episode's numbers.
    package static func rung(name: FoldedText, kind: ContentKind, detail: String) -> MatchKey {
        var key = IdentityKey.Builder("name")
        key.add([kind.derivedNumber])
        key.add(name: name)
        key.add(detail.utf8)
        return MatchKey(kind: .name, key: key.finish())
    }

    /// The origin of a channel whose name is too generic to recognise it by.
    package static func rung(origin id: GuideID, name: FoldedText) -> MatchKey? {
        guard let country = id.country, isGenericName(name) else { return nil }
        var key = IdentityKey.Builder("origin")
        key.add(country)
        return MatchKey(kind: .origin, key: key.finish())
    }

    /// Whether channels of several countries may have the name: "Canal 3", "TV5".
    package static func isGenericName(_ name: FoldedText) -> Bool {
        var letters = 0
        for index in name.words.indices where !commonWords.contains(name.words[index].hash) {
            letters += name.words[index].foldedRange.count
        }
        // "KidsTV" and "TV5".
        let compact = name.compact
        if compact.starts(with: "tv".utf8) || compact.suffix(2).elementsEqual("tv".utf8), name.words.count == 1 {
            letters -= 2
        }
        return letters < shortestTelling
    }

    /// Words that any channel may have in its name.
    private static let commonWords: Set<UInt64> = Set(
        ["tv", "tele", "canal", "channel", "kanal", "television", "televizija", "radio", "the", "hd"].map(WordHash.of))
    /// Names with fewer bytes in their other words belong to channels of several countries: of 54 pairs in two lists
    /// four years apart that were alike but for the country, 20 were the same channel, and 104 of the 112 longer ones.
    private static let shortestTelling = 6

    package static func rung(address: AddressParts) -> MatchKey {
        var key = IdentityKey.Builder("address")
        key.add(address.stableKey)
        return MatchKey(kind: .address, key: key.finish())
    }
}
