internal import ArgumentParser
internal import ReadingListAPI
internal import ServiceKit

/// `hearth read import`
struct ReadImport: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import links exported by browsers and other programs.",
        discussion: """
            Detects the format: bookmarks (HTML), tables (Pocket, Instapaper), JSON (Wallabag, Omnivore, \
            Pinboard and others), a list of addresses, or a zip archive of these. Links already on the list are not changed.

            Example: hearth read import bookmarks.html
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The files; - reads the standard input.", completion: .file())
    var files: [String]

    @Option(help: ArgumentHelp("bookmarks, csv, json, list or zip.", valueName: "format"))
    var format: String?

    private static let shownRefusals = 10

    func validate() throws {
        if let format, !LinkFileFormat.all.contains(LinkFileFormat(rawValue: format)) {
            throw ValidationError(
                "--format must be one of \(LinkFileFormat.all.map(\.rawValue).joined(separator: ", ")).")
        }
    }

    func run(_ gateway: Gateway) async throws {
        for file in files { try await take(file, gateway) }
    }

    private func take(_ name: String, _ gateway: Gateway) async throws {
        let file = try await FileUpload(name)
        let see = name == FileUpload.standardInput ? "hearth read" : "hearth read import \(name.shellWord)"
        let request = ReadingList.ImportLinks(
            file: file.file, bytes: file.bytes, format: format.map { LinkFileFormat(rawValue: $0) })
        let started = try await gateway.upload(request, file, see: see)
        let job = try await JobFollower(
            gateway: gateway, request: ReadingList.FollowLinkImport(job: started.job), see: see
        ).end { job in
            ProgressBar("reading", done: job.doneBytes, total: job.totalBytes, unit: AmountFormatter.bytes)
        }
        if gateway.output.isJSON { gateway.output.json(job) } else { show(job, gateway.output) }
        guard job.state == .done else {
            throw GatewayFailure(
                "IMPORT_FAILED", job.problem ?? "The import was stopped.", advice: "What had been read is on the list.")
        }
    }

    private func show(_ job: LinkImport, _ output: Output) {
        let report = job.report
        output.line(
            "\(Table.printable(job.file)): \(AmountFormatter.number(report.read)) \(report.read == 1 ? "entry" : "entries") read"
        )
        var table = Table(.text(""), .number(""))
        for (name, count) in [
            ("new", report.added), ("on the list already", report.duplicate), ("refused", report.refused),
        ]
        where count > 0 || name == "new" {
            table.add("  \(name)", AmountFormatter.number(count))
        }
        for line in table.lines(width: nil).dropFirst() { output.line(line) }
        for refusal in report.refusals.prefix(Self.shownRefusals) {
            output.line("  line \(refusal.line): \(Table.printable(refusal.url)): \(Table.printable(refusal.reason))")
        }
        let more = report.refused - Int64(min(report.refusals.count, Self.shownRefusals))
        if more > 0 { output.line("  and \(AmountFormatter.number(more)) more; --json shows the first hundred.") }
    }
}
