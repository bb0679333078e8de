extension SourceStore.Source {
    /// Holds an import that was undone before.
    ///
    /// - Throws: ``JobAbort/held(_:)``.
    func refuse(_ digest: Int64, of record: JobRecord) throws {
        guard undone.contains(digest), !record.allowsShrinking else { return }
        throw JobAbort.held(
            "This is what was undone before. Nothing was changed; ask again and allow it if it is wanted after all."
        )
    }
}
