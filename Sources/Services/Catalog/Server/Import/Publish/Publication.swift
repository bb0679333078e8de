internal import CatalogAPI
internal import GRDB
internal import RPC
internal import ServiceKit

/// The second half of every job that changes titles: recomputes the touched ones, and publishes the new snapshot.
struct Publication {
    let context: JobContext
    let staged: StagedImport
    /// When the job started.
    let begun: MonotonicInstant

    /// Publishes an import of a playlist.
    ///
    /// - Returns: the ended job.
    func publishPlaylist() async throws -> ImportJob {
        var report = staged.report
        var settling = try await settle(source: staged.source, isOfList: staged.undoes == nil)
        report.count(settling)
        let namesakes =
            settling.removed > 0 ? staged.namesakes.merging(settling.namesakes.left) { own, _ in own } : [:]
        let followed = try await ChannelAliasStager(context: context, generation: staged.generation).run(namesakes)
        if settling.added > 0, settling.removed > 0 || settling.rules.movesLinks {
            let renaming = try await RenameStager(context, staged).run(hasMoved: settling.rules.movesLinks)
            if !renaming.corrected.isEmpty {
                try await CorrectionReapplier(context: context, generation: staged.generation)
                    .run(renaming.corrected, &settling)
                report.count(settling)
            }
            report.count(renaming.renamed)
        }
        // Their links belong to another title now: they are not kept for seven days.
        report.stale -= followed
        if let undone = staged.undoes {
            try await AliasTable.revert(undone, generation: staged.generation, context)
            try await UndoDates.revert(undone, generation: staged.generation, context)
        }
        // Unchanged titles are not counted one by one: their number follows from the others.
        let titles = staged.titlesBefore + report.added - report.removed
        report.unchanged = titles - report.added - report.updated
        report.grouped = report.read - titles
        if settling.settled > 0 {
            try await GuideMatchStager(context, generation: staged.generation).run()
            // Words have no generation: a dry run adds none.
            if !context.record.isDryRun { try await SpellingVocabulary(context).collect() }
        }
        report.matchedChannels = try await context.read { [staged] db in
            try GuideStore.matchedChannels(ofPlaylist: staged.source, generation: staged.generation, db)
        }
        report.offeredGuides = try await context.read { [guides = staged.guides, name = context.record.source] db in
            FeedTable.offered(guides, by: name, try FeedTable.all(db))
        }
        if report.adultFound > 0, !staged.hasPrompted { report.asksAboutAdult = true }
        return try await publish(report, settling, titles: titles, hasChanges: settling.settled > 0)
    }

    /// Publishes an import of a guide.
    func publishGuide() async throws -> ImportJob {
        var report = staged.report
        try await GuideMatchStager(context, generation: staged.generation).run()
        report.matchedChannels = try await context.read { [staged] db in
            try GuideStore.matchedChannels(ofGuide: staged.source, generation: staged.generation, db)
        }
        return try await publish(report, nil, hasChanges: report.added > 0 || report.removed > 0)
    }

    /// Publishes a removal of titles: of a removed source, or of stale titles that expired.
    ///
    /// - Parameter removesSource: whether the source is removed, too.
    func publishRemoval(removesSource: Bool) async throws -> ImportJob {
        var report = staged.report
        let settling = try await settle(source: removesSource ? staged.source : nil)
        report.removed = settling.removed
        try await GuideMatchStager(
            context, generation: staged.generation, leaving: removesSource ? staged.source : nil
        ).run()
        return try await publish(report, settling, removesSource: removesSource)
    }

    /// Publishes fetched metadata.
    func publishMetadata() async throws -> ImportJob {
        let settling = try await settle(source: nil)
        // Episodes get titles from it.
        try await SpellingVocabulary(context).collect()
        return try await publish(staged.report, settling)
    }

    /// Publishes titles that were recomputed because the rules changed; unchanged titles are not published.
    func publishRebuilt(_ part: TitleRebuild.Part) async throws -> ImportJob {
        let settling = try await settle(source: nil)
        if try await TitleRebuild(context: context).skip(part) { return context.record.job }
        try await SpellingVocabulary(context).collect()
        return try await publish(staged.report, settling)
    }

    /// Publishes corrections.
    func publishCorrections() async throws -> ImportJob {
        let settling = try await settle(source: nil)
        try await GuideMatchStager(context, generation: staged.generation).run()
        try await SpellingVocabulary(context).collect()
        return try await publish(staged.report, settling)
    }

    /// - Parameter isOfList: whether the titles are in the order of a list just imported.
    private func settle(source: Int64?, isOfList: Bool = false) async throws -> TitleRecompute {
        let others = [.correction, .resettling].contains(context.record.kind) ? staged.touched.sorted : []
        let namesakes = try await DuplicateChannelFinder(context: context, generation: staged.generation).run(others)
        var all = staged.touched
        all.add(namesakes.touched)
        let touched = isOfList ? all.inOrder : all.sorted
        context.progress.begin(.comparing, total: Int64(touched.count))
        let (hasNoMetadata, hasNoAliases, rules) = try await context.read { db in
            (try MetadataTitleTable.isEmpty(db), try AliasTable.isEmpty(db), try CorrectionRules.loadAll(db))
        }
        let begin = TitleRecompute(
            generation: staged.generation, source: source, now: context.now, hasNoMetadata: hasNoMetadata,
            hasNoAliases: hasNoAliases, rules: rules, namesakes: namesakes)
        guard !touched.isEmpty else { return begin }
        return try await context.steps(
            from: begin, note: { [progress = context.progress] in progress.advance(to: Int64($0.settled)) },
            { db, settling in
                try settling.settle(touched[settling.settled], db)
                return settling.settled < touched.count
            })
    }

    private func publish(
        _ report: ImportReport, _ settling: TitleRecompute?, titles: Int64 = 0, removesSource: Bool = false,
        hasChanges: Bool = false
    ) async throws -> ImportJob {
        if context.record.isDryRun {
            var report = try await withSamples(report)
            report.milliseconds = begun.duration(to: context.runtime.now).wholeMilliseconds
            throw JobAbort.compared(report)
        }
        let sources = (settling?.sources ?? []).sorted().filter { !removesSource || $0 != staged.source }
        let tallies = try await context.read { [staged] db in
            try sources.flatMap { try SourceStore.tally($0, generation: staged.generation, db) }
        }
        context.progress.begin(.publishing, total: 1)
        // The last checkpoint for a cancellation: one write follows.
        try context.checkCancellation()
        var job = context.record.job
        job.state = .done
        job.phase = .tidying
        job.report = report
        job.report?.milliseconds = begun.duration(to: context.runtime.now).wholeMilliseconds
        let (ended, now, samples) = (job, context.now, staged.adultSamples)
        let undoable = hasChanges ? try await undoable(at: now) : nil
        let dates =
            undoable == nil
            ? [] : try await context.read { [staged] in try UndoDates.changed(in: staged.generation, $0) }
        let shard = try await context.shards.shard(for: context.household)
        try await cacheTitleIndex(hasChanges: settling?.settled ?? 0 > 0, shard)
        try await cacheOnAir(shard)
        try await shard.write { [context, staged] db in
            if let published = try PublicationEntry.staged(staged.generation, db) {
                try shard.outbox.append(published, db)
            }
            try StagingStore.publish(staged.generation, db)
            if removesSource {
                try db.execute(sql: "DELETE FROM source WHERE id = ?", arguments: [staged.source])
                try FeedTable.delete(context.record.source, db)
            } else if staged.source != 0 {
                try SourceStore.update(
                    staged.source, path: staged.path, imported: now, entries: staged.entries, titles: titles, db)
                try noteSource(report, undoable, dates, db)
            }
            try SourceStore.replaceTitleCounts(of: sources, tallies, db)
            // Corrections and duplicates change the number of a source's titles.
            let namesakes = settling?.namesakes.changes ?? []
            if !staged.corrected.isEmpty || staged.movesLinks || !namesakes.isEmpty {
                try SourceStore.countTitles(of: sources, tallies, db)
            }
            try DuplicateTitleTable.note(namesakes, db)
            try RuleSetEvaluation.follow(
                publication: staged.generation, since: settling?.ruleSets.firstRevision, in: shard, db)
            if let row = staged.learnedThrough { try MetadataTitleTable.notePublished(through: row, db) }
            try context.atEnd?(db)
            try CorrectionTable.close(staged.corrected, db)
            try JobRecord.end(ended, adultSamples: samples, at: now, db)
            try JobRecord.deleteExpired(keeping: context.limits.retainedJobs, db)
        }
        return ended
    }

    /// The report of a dry run, with the first titles or programmes that would change.
    private func withSamples(_ report: ImportReport) async throws -> ImportReport {
        var report = report
        if report.guideChannels != nil {
            let sampling = GuidePreview(generation: staged.generation, source: staged.source)
            report.guideSamples = try await context.read { try sampling.samples($0) }
        } else {
            let samples = ImportPreview(generation: staged.generation, source: staged.source)
            report.addedSamples = try await context.read { try samples.added($0) }
            report.changedSamples = try await context.read { try samples.changed($0) }
            report.removedSamples = try await context.read { try samples.removed($0) }
        }
        return report
    }

    /// The undo record of the import, with the source's previous state.
    private func undoable(at now: Int64) async throws -> UndoTable.Row? {
        guard let digest = staged.digest else { return nil }
        let before = try await context.read { [name = context.record.source] in try SourceStore.find(name, $0) }
        // From the start of the import: links that it lost are deleted after the same time.
        let at = now - begun.duration(to: context.runtime.now).wholeMilliseconds
        return UndoTable.Row(
            source: staged.source, generation: staged.generation, job: context.record.id, at: at,
            path: before?.path ?? "", entries: before?.entries ?? 0, digest: digest)
    }

    /// Stores the source's state beside its titles.
    private func noteSource(
        _ report: ImportReport, _ undoable: UndoTable.Row?, _ dates: [UndoDates.Dated], _ db: Database
    ) throws {
        if let undone = staged.undoes {
            try UndoTable.markUndone(undone, db)
            // A "not modified" must not skip the next import: the server's contents are not those here.
            return try FeedTable.clearValidators(context.record.source, db)
        }
        try SourceStore.note(staged.source, guides: staged.guides, adults: report.adultFound, db)
        if let undoable {
            let limits = context.limits
            try UndoTable.put(
                undoable, maximumImports: limits.undoableImports, maximumRows: limits.undoableRows, db)
            try UndoDates.put(dates, undoable.generation, db)
        }
        // The server's validators do not belong to contents from elsewhere.
        if !context.record.fetches { try FeedTable.clearValidators(context.record.source, db) }
    }
}

extension Publication {
    /// Builds the title index before the first search in the new snapshot.
    ///
    /// A failed publication leaves it behind: it is never read, and the next one replaces it.
    private func cacheTitleIndex(hasChanges: Bool, _ shard: Shard) async throws {
        guard hasChanges else { return context.titles.carry(to: staged.generation, of: shard) }
        let columns = try await context.read { [staged] db in
            let columns = try TitleIndex(db, generation: staged.generation)
            try columns.matches.warm(columns, db)
            return columns
        }
        context.titles.offer(columns, of: shard, generation: staged.generation)
    }

    /// Builds the on-air list before the first call in the new snapshot, as the title index.
    private func cacheOnAir(_ shard: Shard) async throws {
        let list = try await context.read { [staged, now = context.now / 1_000] db in
            let list = try OnAirList(db, generation: staged.generation)
            try list.readAhead(at: now, until: now, db)
            return list
        }
        context.onAir.offer(list, of: shard, generation: staged.generation)
    }
}

extension ImportReport {
    /// Adds the counts of the recomputation.
    mutating func count(_ settling: TitleRecompute) {
        (added, updated) = (settling.added, settling.updated)
        (removed, stale) = (settling.removed, settling.stale)
    }

    /// Counts renamed titles as updated, not as removed and added.
    mutating func count(_ renamed: Int64) {
        added -= renamed
        removed -= renamed
        stale -= renamed
        updated += renamed
    }
}
