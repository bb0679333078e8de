public import Foundation

/// A household's sources.
public struct SourceList: Codable, Sendable, Hashable {
    /// Every source, by name.
    public var sources: [CatalogSource]
    /// The jobs of sources that run or wait, the running one first; absent when there are none.
    public var jobs: [ImportJob]?

    /// Lists sources.
    public init(sources: [CatalogSource]) { self.sources = sources }
}

/// A playlist or a guide that the household takes in.
public struct CatalogSource: Codable, Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Playlist or guide.
    public var kind: ImportKind
    /// What the file was called that was imported last; of one that is fetched, the server alone (`https://example.org/…`): the rest of
    /// its address may be a secret.
    public var path: String
    /// When that was published; 1970 for one that has brought nothing yet.
    public var imported: Date
    /// Movies that it has links to and the caller may see.
    public var movies: Int64
    /// Episodes, likewise.
    public var episodes: Int64
    /// Channels, likewise: of the catalog for a playlist, of the guide for a guide.
    public var channels: Int64
    /// Titles, likewise, that are missing from it since less than seven days.
    public var stale: Int64
    /// How it is kept up to date; absent for one that was only ever imported from files.
    public var feed: SourceFeed?
    /// Its last import that changed something, by its job's id, as long as it can be undone.
    public var undoable: String?
    /// Until when that is.
    public var undoableUntil: Date?
    /// Where several can be undone, all of them, the last one first: each when those above it are.
    public var undoHistory: [UndoableImport]?
    /// The guides that the list names for its channels, each as its server alone; see ``Catalog/AddSource/guideOf``. Absent when each
    /// of them is a source already.
    public var offeredGuides: [String]?
    /// Its last job that has ended, by schedule or by hand, for ``Catalog/GetImport``; dry runs are none. Absent when there was
    /// none.
    public var lastJob: String?
    /// Whether the source has adult titles and the household has not yet decided about them with profiles'
    /// `AnswerAdultPrompt`. Absent also for callers who may not see them.
    public var asksAboutAdult: Bool?

    /// Describes a source that has nothing.
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
    /// When it was.
    public var at: Date
    /// Until when it can be undone.
    public var until: Date

    /// Describes an import.
    public init(job: String, at: Date, until: Date) {
        (self.job, self.at, self.until) = (job, at, until)
    }
}
