internal import CatalogAPI
internal import Foundation
internal import HearthModel
internal import ServiceKit

/// The outcome of an import, as text and JSON.
struct ImportOutcome {
    let job: ImportJob
    let file: String
    /// Whether it is a refreshed source, and not a file.
    var isSource = false
    /// The clock of a dry run's programmes.
    var clock: WallClock?

    private static let shownRefusals = 10

    /// The source's name, for a command.
    private var name: String { job.source.shellWord }

    /// The object that `--json` ends with.
    struct Report: Encodable {
        var job: String
        var kind: String
        var source: String
        var state: String
        /// Why it did not end well.
        var problem: String?
        var ended: Date?
        var read: Int64
        var added: Int64
        var updated: Int64
        var removed: Int64
        var unchanged: Int64
        var grouped: Int64
        var refused: Int64
        var stale: Int64
        var cut: Int64
        var adultFound: Int64
        var adultSamples: [Card]
        var guideChannels: Int64?
        var matchedChannels: Int64?
        var milliseconds: Int64
        var isDryRun: Bool
        var isNotModified: Bool
        var isCut: Bool
        var asksAboutAdult: Bool
        var offeredGuides: [String]
        var notes: [String]
        var refusedLines: [RefusedEntry]
        var addedSamples: [Card]?
        var changedSamples: [Card]?
        var removedSamples: [Card]?
        var guideSamples: GuideSamples?

        init(_ job: ImportJob) {
            let report = job.report ?? ImportReport()
            (self.job, kind, source, state) = (job.id, job.kind.rawValue, job.source, job.state.rawValue)
            (problem, ended) = (job.problem, job.ended)
            (read, added, updated, removed) = (report.read, report.added, report.updated, report.removed)
            (unchanged, grouped, refused, stale) = (report.unchanged, report.grouped, report.refused, report.stale)
            (cut, adultFound, milliseconds) = (report.cut, report.adultFound, report.milliseconds)
            adultSamples = report.adultSamples
            (guideChannels, matchedChannels) = (report.guideChannels, report.matchedChannels)
            (isDryRun, isNotModified) = (report.isDryRun ?? false, report.isNotModified ?? false)
            isCut = report.isCut ?? false
            asksAboutAdult = report.asksAboutAdult ?? false
            (offeredGuides, notes) = (report.offeredGuides ?? [], report.notes ?? [])
            refusedLines = report.refusedLines
            (addedSamples, removedSamples) = (report.addedSamples, report.removedSamples)
            changedSamples = report.changedSamples
            guideSamples = report.guideSamples
        }
    }

    /// Prints the outcome.
    ///
    /// - Throws: ``GatewayFailure`` when the job did not end well.
    func tell(_ output: Output) throws {
        if output.isJSON, job.report != nil || job.state == .done { output.json(Report(job)) }
        if !output.isJSON { show(output) }
        if let failure { throw failure }
    }

    /// Prints a completed job's report.
    func show(_ output: Output) {
        if job.state == .done { show(job.report ?? ImportReport(), output) }
    }

    /// Why the job did not end well; nil when it did.
    var failure: GatewayFailure? {
        switch job.state {
        case .done:
            job.report.flatMap { $0.isCut == true ? cut($0) : nil }
        case .held:
            GatewayFailure(
                "SHRUNK", job.problem ?? "\(file) has less than half of what \(job.source) had; nothing was changed.",
                advice: isSource
                    ? "If that is right: hearth source refresh \(name) --shrink"
                    : "If that is right: hearth import \(file.shellWord) --source \(name) --shrink")
        case .cancelled:
            GatewayFailure("CANCELLED", "The import was stopped; nothing was changed.", canRetry: true)
        default:
            GatewayFailure(
                "IMPORT_FAILED", job.problem ?? "The import failed; nothing was changed.",
                advice: job.canRetry == false ? nil : "The catalog's log says more.", canRetry: job.canRetry ?? true)
        }
    }

    /// How to answer the adult-titles prompt.
    static let adultAdvice =
        "To hide them from adults, too: hearth profile hide-adult; or else: hearth profile show-adult"

    /// The code of a guide whose file breaks off.
    static let cutCode = "CUT"

    /// That only a part of a guide was there.
    private func cut(_ report: ImportReport) -> GatewayFailure {
        let was = report.isDryRun == true ? "would be" : report.read == 1 ? "was" : "were"
        return GatewayFailure(
            Self.cutCode,
            "\(file) breaks off before the end of the guide: \(AmountFormatter.count(report.read, "programme")) of it \(was) imported, "
                + "and the existing programmes stay.",
            advice: isSource
                ? "It is refreshed automatically; at once with: hearth source refresh \(name)"
                : "Fetch the file again, and then: hearth import \(file.shellWord) --source \(name)", status: .data)
    }

    /// Prints the first titles that would be added or removed.
    private func show(_ samples: [Card]?, of count: Int64, _ heading: String, _ output: Output) {
        guard let samples, !samples.isEmpty else { return }
        output.line("  \(heading):")
        for card in samples {
            let year = card.year.map { " (\($0))" } ?? ""
            output.line("    \(Table.printable(CardFormatter.title(card)))\(year)")
        }
        let more = count - Int64(samples.count)
        if more > 0 { output.line("    and \(AmountFormatter.number(more)) more.") }
    }

    private func showUndone(_ report: ImportReport, _ output: Output) {
        output.line("\(job.source) is as it was before its last import.")
        if report.added > 0 { output.line("  \(AmountFormatter.count(report.added, "title")) came back.") }
        if report.removed > 0 { output.line("  \(AmountFormatter.count(report.removed, "title")) went.") }
        if isSource { output.line("  What was undone is not imported again unless `--shrink` allows it.") }
    }

    private func show(_ report: ImportReport, _ output: Output) {
        if job.kind == .removal {
            return output.line(
                "\(job.source) is removed, and \(AmountFormatter.count(report.removed, "title")) with it.")
        }
        if report.isNotModified == true {
            return output.line("\(job.source): not modified, its server reports.")
        }
        if job.kind == .undo { return showUndone(report, output) }
        if report.isOver == true, report.read == 0 {
            return output.line(
                "\(job.source): this guide is over, all of its programmes have ended, and none was imported. Fetch a newer one."
            )
        }
        if report.isDryRun == true { output.line("This is what would change; nothing was changed.") }
        let noun = job.kind == .guide ? "programme" : "entry"
        let nouns = job.kind == .guide ? "programmes" : "entries"
        output.line(
            "\(job.source): \(AmountFormatter.number(report.read)) \(report.read == 1 ? noun : nouns) read in "
                + "\(AmountFormatter.microseconds(UInt64(max(0, report.milliseconds)) * 1_000))")
        var table = Table(.text(""), .number(""))
        for (name, count) in [
            ("added", report.added), ("updated", report.updated), ("removed", report.removed),
            ("unchanged", report.unchanged), ("grouped as further links", report.grouped), ("refused", report.refused),
        ] where count > 0 || name == "added" {
            table.add("  \(name)", AmountFormatter.number(count))
        }
        for line in table.lines(width: nil).dropFirst() { output.line(line) }
        show(report.addedSamples, of: report.added, "Would come", output)
        show(report.changedSamples, of: report.updated, "Would change", output)
        show(report.removedSamples, of: report.removed, "Would go", output)
        if let samples = report.guideSamples { show(samples, output) }
        if report.isCut != true { for note in report.notes ?? [] { output.line("  \(Table.printable(note))") } }
        if report.stale > 0 {
            output.line("  \(AmountFormatter.number(report.stale)) of the removed are kept as stale for seven days.")
        }
        if let channels = report.guideChannels {
            output.line("  The guide has \(AmountFormatter.count(channels, "channel")).")
        }
        if let matched = report.matchedChannels, job.kind == .guide || matched > 0 {
            let (verb, count) = (matched == 1 ? "has" : "have", AmountFormatter.count(matched, "channel"))
            output.line(
                job.kind == .guide
                    ? "  \(count) of the library \(verb) this guide\(report.isOver == true ? ", which is over" : "")."
                    : "  \(count) of the list \(verb) a guide.")
        }
        if report.cut > 0 {
            output.line("  \(AmountFormatter.count(report.cut, "text")) cut, being too long.")
        }
        if report.adultFound > 0 {
            output.line("  \(AmountFormatter.count(report.adultFound, "adult title")) found; kids never see them.")
            if report.asksAboutAdult == true { output.line("  \(Self.adultAdvice)") }
        }
        for entry in report.refusedLines.prefix(Self.shownRefusals) {
            output.line("  line \(entry.line): \(Table.printable(entry.reason))")
        }
        if let offered = report.offeredGuides, !offered.isEmpty, isSource {
            output.line("  It names a guide: hearth source add --guide-of \(name)")
        }
        let more = report.refused - Int64(min(report.refusedLines.count, Self.shownRefusals))
        if more > 0 { output.line("  and \(AmountFormatter.number(more)) more; --json shows the first hundred.") }
    }
}

extension ImportOutcome {
    /// Prints the first programmes and channels that a guide would add, change and remove.
    private func show(_ samples: GuideSamples, _ output: Output) {
        if let clock { output.printTimeZone(clock) }
        for (heading, programmes) in [
            ("Would come", samples.added), ("Would change", samples.changed), ("Would go", samples.removed),
        ] where !programmes.isEmpty {
            output.line("  \(heading), the first of them:")
            for sample in programmes {
                let channel = sample.card?.title ?? sample.channel
                let start = clock?.time(sample.programme.start) ?? sample.programme.start.formatted(.iso8601)
                output.line("    \(Table.printable("\(channel), \(start), \(sample.programme.displayTitle)"))")
            }
        }
        for (heading, channels) in [
            ("Channels that would have this guide", samples.channelsAdded),
            ("Channels that would lose this guide", samples.channelsRemoved),
        ] where !channels.isEmpty {
            output.line("  \(heading): \(Table.printable(channels.map(\.title).joined(separator: ", ")))")
        }
    }
}
