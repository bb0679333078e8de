internal import TextFolding

/// Finds the groups of a list that are one kind of films by their years: "Dubbed-2018", "Dubbed-2019", "Dubbed-2020".
///
/// One name with a year may be that of an event; no event has several.
struct YearGroups {
    /// By the words beside the year, as a hash, the years.
    private var years: [UInt64: Set<Int>] = [:]
    private var kinds: [String: UInt64] = [:]

    /// Fewer years are a coincidence.
    private static let minimumYears = 3

    /// Counts a group, by its name.
    mutating func note(_ name: String) {
        guard name.utf8.contains(where: \.isDigit) else { return }
        let text = FoldedText(name)
        let found = text.words.filter { $0.number.map(TitleCleaner.years.contains) ?? false }
        guard found.count == 1, let year = found.first?.number, text.words.count > 1 else { return }
        let kind = text.words.reduce(WordHash.seed) { hash, word in
            word.number == year ? hash : WordHash.extend(hash, text.folded[word.foldedRange])
        }
        kinds[name] = kind
        years[kind, default: []].insert(year)
    }

    /// Whether a group is one of several that differ in their years.
    func isOfYears(_ name: String) -> Bool {
        kinds[name].map { years[$0]?.count ?? 0 >= Self.minimumYears } ?? false
    }
}
