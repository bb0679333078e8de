public import Foundation

/// A household's sources.
public struct SourceList: Codable, Sendable, Hashable {
    /// Every source, by name.
    public var sources: [CatalogSource]
    /// The running and pending jobs of sources, the running one first; absent when there are none.
    public var jobs: [ImportJob]?

    /// Makes the list.
    public init(sources: [CatalogSource]) { self.sources = sources }
}

/// A playlist or a guide of the household.
public struct CatalogSource: Codable, Sendable, Hashable {
    /// Its name.
    public var name: String
    /// The kind.
    public var kind: ImportKind
    /// The name of the file that was imported last; of a fetched source the server only (`https://example.org/…`): the
    /// rest of its address may be a secret.
    public var path: String
    /// When that was published; 1970 for a source without an import.
    public var imported: Date
    /// The number of its movies that the caller may see.
    public var movies: Int64
    /// The number of its episodes, likewise.
    public var episodes: Int64
    /// The number of its channels, likewise: of the catalog for a playlist, of the guide for a guide.
    public var channels: Int64
    /// The number of titles, likewise, that it lost less than seven days ago.
    public var stale: Int64
    /// Its feed; absent for a source that was only imported from files.
    public var feed: SourceFeed?
    /// The job id of its last import that changed anything, as long as it can be undone.
    public var undoable: String?
    /// The deadline of that undo.
    public var undoableUntil: Date?
    /// All imports that can be undone, where there are several, the last one first: each after those above it.
    public var undoHistory: [UndoableImport]?
    /// The guides that the list names for its channels, each as its server only; see ``Catalog/AddSource/guideOf``.
    /// Absent when each of them is a source already.
    public var offeredGuides: [String]?
    /// Its last ended job, by schedule or by hand, for ``Catalog/GetImport``; dry runs do not count. Absent when there
    /// was none.
    public var lastJob: String?
    /// Whether the source has adult titles and the household has not yet decided about them with profiles'
    /// `AnswerAdultPrompt`. Absent also for callers who may not see them.
    public var asksAboutAdult: Bool?
    /// How many streams its account opens at once: set by hand, or else as its panel says. Absent: not known, or any
    /// number.
    public var maximumConnections: Int32?

    /// Makes a source without titles.
    public init(name: String, kind: ImportKind, path: String, imported: Date) {
        self.name = name
        self.kind = kind
        self.path = path
        self.imported = imported
        movies = 0
        episodes = 0
        channels = 0
        stale = 0
    }
}

/// An import that can be undone.
public struct UndoableImport: Codable, Sendable, Hashable {
    /// Its job's id, for ``Catalog/UndoImport`` and ``Catalog/GetImport``.
    public var job: String
    /// When it was published.
    public var at: Date
    /// The deadline of the undo.
    public var until: Date

    /// Makes an import.
    public init(job: String, at: Date, until: Date) {
        (self.job, self.at, self.until) = (job, at, until)
    }
}
