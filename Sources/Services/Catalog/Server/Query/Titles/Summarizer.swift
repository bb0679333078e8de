internal import CatalogAPI
internal import TextFolding

/// Extracts the most significant sentences of an overview.
///
/// A sentence is scored by how often its words occur in the whole text, each once and divided by the root of its
/// length, so that long ones do not always win; the first sentence, which names the protagonist, counts more. The same
/// text always gives the same summary.
enum Summarizer {
    /// A shorter text is its own summary.
    static let shortestText = 50
    /// The weight of the first sentence.
    private static let firstBonus = 1.5
    /// Shorter words carry no meaning in most languages; in scripts without spaces a word is a whole clause, and counts.
    private static let shortestWord = 4

    /// A summary of a text.
    static func summary(of text: String, sentences count: Int) -> Summary {
        let whole = String(text[...].trimmed)
        guard !whole.isEmpty else { return Summary(text: nil, short: nil, isWhole: true) }
        let sentences = SentenceSplitter.of(whole)
        guard whole.count >= shortestText, sentences.count > 1 else {
            return Summary(text: whole, short: short(sentences, whole), isWhole: true)
        }
        let order = ranked(sentences)
        let kept = order.prefix(count).sorted()
        let isWhole = kept.count == sentences.count
        let text = isWhole ? whole : kept.map { String(sentences[$0]) }.joined(separator: " ")
        return Summary(text: text, short: short(order.map { sentences[$0] }, whole), isWhole: isWhole)
    }

    /// The indices of sentences, the most significant first.
    private static func ranked(_ sentences: [Substring]) -> [Int] {
        let words = sentences.map(words)
        var counts: [UInt64: Int] = [:]
        for sentence in words { for word in sentence { counts[word, default: 0] += 1 } }
        let scores = words.enumerated().map { index, words in
            let sum = words.reduce(0.0) { $0 + Double(counts[$1] ?? 0) }
            let score = words.isEmpty ? 0 : sum / Double(words.count).squareRoot()
            return index == 0 ? score * firstBonus : score
        }
        return scores.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }
    }

    /// The significant words of a sentence, each once, in a fixed order.
    private static func words(_ sentence: Substring) -> [UInt64] {
        let text = FoldedText(String(sentence))
        return Set(text.words.filter { text.text(of: $0).count >= shortestWord }.map(\.hash)).sorted()
    }

    /// The first sentence that is short enough, or else the start of the first one.
    private static func short(_ sentences: [Substring], _ whole: String) -> String {
        let most = Summary.shortCharacters
        if whole.count <= most { return whole }
        if let fitting = sentences.first(where: { $0.count <= most }), let first = sentences.first,
            first.count <= most || fitting.count >= shortestText
        {
            return String(fitting)
        }
        return cut(String(sentences.first ?? whole[...]), most)
    }

    /// A text truncated between words, with an ellipsis; one without spaces is truncated between characters.
    static func cut(_ text: String, _ most: Int) -> String {
        guard text.count > most else { return text }
        let head = text.prefix(most - 1)
        let space = head.lastIndex(where: \.isWhitespace)
        // Not after a word or two.
        let end = space.flatMap { head.distance(from: head.startIndex, to: $0) > most / 2 ? $0 : nil } ?? head.endIndex
        var kept = head[..<end].trimmed
        while let last = kept.last, ",;:–—-".contains(last) { kept.removeLast() }
        return kept + "…"
    }
}
