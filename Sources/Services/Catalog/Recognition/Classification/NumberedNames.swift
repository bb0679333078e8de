internal import CatalogFormats
internal import TextFolding

/// The names of a list that have several numbers: "Low Tide Cap. 1", "Low Tide Cap. 2", or "Low Tide 01", "Low Tide 02".
///
/// One "Low Tide Chapter 4" is as likely a film; a series has more chapters than a film has sequels.
struct NumberedNames: Sendable {
    /// The numbers of a name, as many as are needed.
    private struct Name {
        var numbers: [Int] = []
        /// Whether one has a zero in front: "04".
        var isPadded = false
        /// Whether a bar stands before one: "Low Tide | 4".
        var isBarred = false

        mutating func note(_ number: Int) {
            if numbers.count < NumberedNames.minimumBare, !numbers.contains(number) { numbers.append(number) }
        }
    }

    /// By the hash of the words before a word for an episode.
    private var worded: [UInt64: Name] = [:]
    /// By the hash of the words before a number at the end.
    private var bare: [UInt64: Name] = [:]

    /// More names are not counted.
    private static let maximumNames = 50_000
    /// Numbers behind words for an episode, behind words by which parts of films are counted as well, and behind none.
    private static let (minimumWorded, minimumChapters, minimumBare) = (3, 5, 10)

    /// Counts one entry.
    mutating func note(_ entry: M3UEntry) {
        // Channels have numbers, too, and most of them an id.
        guard entry.guideID.isEmpty, Self.hasShortNumber(entry.title) else { return }
        let text = FoldedText(entry.title)
        if let marker = Self.marker(text), let number = marker.episode {
            let hash = text.hash(of: 0..<marker.words.lowerBound)
            guard worded[hash] != nil || worded.count < Self.maximumNames else { return }
            worded[hash, default: Name()].note((marker.season ?? 0) * 1_000 + number)
        } else if let (index, number) = Self.lastNumber(text) {
            let hash = text.hash(of: 0..<index)
            guard bare[hash] != nil || bare.count < Self.maximumNames else { return }
            bare[hash, default: Name()].note(number)
            if text.folded[text.words[index].foldedRange.lowerBound] == UInt8(ascii: "0") {
                bare[hash, default: Name()].isPadded = true
            }
            if Self.isBarred(text, index) { bare[hash, default: Name()].isBarred = true }
        }
    }

    /// Whether a title has a number of at most three digits. Cheap, as most titles of films have no number but a year.
    private static func hasShortNumber(_ title: String) -> Bool {
        var digits = 0
        for byte in title.utf8 {
            if byte.isDigit {
                digits += 1
            } else {
                if (1...3).contains(digits) { return true }
                digits = 0
            }
        }
        return (1...3).contains(digits)
    }

    /// Whether the list has several episodes of the name before a marker; of streams, "Low Tide E4", it needs many.
    func isCounted(_ text: FoldedText, _ marker: EpisodeMarker, isFile: Bool) -> Bool {
        guard let name = worded[text.hash(of: 0..<marker.words.lowerBound)] else { return false }
        let words = marker.words.map { text.words[$0].hash }.filter(EpisodeMarker.episodeWords.contains)
        let isDashed = marker.season != nil && words.isEmpty
        if isDashed || words.contains(where: { !EpisodeMarker.chapterWords.contains($0) }) {
            return name.numbers.count >= Self.minimumWorded
        }
        return name.numbers.count >= (isFile || !words.isEmpty ? Self.minimumChapters : Self.minimumBare)
    }

    /// The number at the end of a title whose name has many, written with zeros in front or behind a bar, or that is called as its group.
    func trailing(_ text: FoldedText, group: String) -> EpisodeMarker? {
        guard let (index, number) = Self.lastNumber(text), let name = bare[text.hash(of: 0..<index)] else { return nil }
        let isBarred = name.isBarred && Self.isBarred(text, index)
        guard
            name.isPadded && name.numbers.count >= Self.minimumBare
                || isBarred && name.numbers.count >= Self.minimumChapters
                || name.numbers.count >= Self.minimumBare && text.hash(of: 0..<index) == Self.hash(group)
        else { return nil }
        return EpisodeMarker(episode: number, words: index..<(index + 1))
    }

    private static func hash(_ group: String) -> UInt64 {
        let text = FoldedText(group)
        return text.hash(of: text.words.indices)
    }

    private static func isBarred(_ text: FoldedText, _ index: Int) -> Bool {
        text.gap(before: index).contains(UInt8(ascii: "|"))
    }

    /// The first word for an episode with its number behind the name.
    private static func marker(_ text: FoldedText) -> EpisodeMarker? {
        if let marker = EpisodeMarker.dashed(text), marker.words.lowerBound > 0 { return marker }
        for index in text.words.indices.dropFirst() {
            if let marker = EpisodeMarker.bareEpisode(text, at: index)?.withSeasonBefore(in: text) {
                return marker.words.lowerBound > 0 ? marker : nil
            }
        }
        return nil
    }

    /// The number that ends a title, outside of brackets.
    private static func lastNumber(_ text: FoldedText) -> (index: Int, number: Int)? {
        guard let last = text.words.indices.last, last > 0, let number = text.words[last].number,
            text.words[last].group == 0, text.words[last].foldedRange.count <= 3, text.words[last - 1].number == nil
        else { return nil }
        return (last, number)
    }
}
