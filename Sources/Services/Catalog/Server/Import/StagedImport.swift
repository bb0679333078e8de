internal import CatalogAPI
internal import CatalogRecognition

/// A staged import.
struct StagedImport: Sendable {
    var source: Int64
    /// The source's origin for display.
    var path: String
    var generation: Int64
    /// The titles whose links have changed.
    var touched: TouchedTitles
    var report: ImportReport
    var adultSamples: [String]
    /// The number of titles of the source before.
    var titlesBefore: Int64
    /// The number of entries in the file, with which the next import is compared.
    var entries: Int64
    /// The last included row of ``MetadataTitleTable``.
    var learnedThrough: Int64?
    /// The digest of the contents; nil when it cannot be undone.
    var digest: Int64?
    /// The guides that the list names.
    var guides: [String] = []
    /// The channels that links without a guide id have joined, by the ids that these links would have by themselves.
    var namesakes: [DerivedID: DerivedID] = [:]
    /// Whether the household has decided about the source's adult titles.
    var hasPrompted = true
    /// The import that this undoes.
    var undoes: UndoTable.Row?
    /// The corrections that it applies or reverts.
    var corrected: [CorrectionRecord] = []
    /// Whether links have moved to another title without a correction.
    var movesLinks = false
}
