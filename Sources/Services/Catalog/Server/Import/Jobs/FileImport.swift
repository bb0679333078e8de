internal import CatalogAPI
internal import HTTPFetch
internal import RPC

/// Imports a playlist's or guide's file, uploaded or fetched.
struct FileImport {
    let context: JobContext
    /// When the job started.
    let begun: MonotonicInstant
    /// Fetches the programmes of channels that a guide omits.
    var panel: XtreamGuideFetcher?
    /// The list's address, which resolves its relative addresses.
    var base: FetchURL?

    /// Runs the job to its end.
    ///
    /// - Throws: ``JobAbort``.
    func run(_ file: ImportFile) async throws -> ImportJob {
        if context.record.kind == .guide {
            var guide = GuideImport(context: context, file: file, panel: panel)
            let staged = try await guide.run()
            var context = context
            if staged.report.isCut == true, let onTruncatedPublish = context.onTruncatedPublish {
                context.atEnd = onTruncatedPublish
            }
            return try await Publication(context: context, staged: staged, begun: begun).publishGuide()
        }
        return try await run(PlaylistFile(file, limits: context.limits))
    }

    /// Imports entries.
    ///
    /// - Throws: ``JobAbort``.
    func run(_ entries: some EntryStream) async throws -> ImportJob {
        var playlist = PlaylistImport(context: context, entries: entries, base: base)
        let staged = try await playlist.run()
        return try await Publication(context: context, staged: staged, begun: begun).publishPlaylist()
    }
}
