internal import ArgumentParser
internal import Foundation
internal import RPC
internal import ReadingListAPI
internal import ServiceKit

/// `hearth read import`
struct ReadImport: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take in links that browsers and other programs have exported.",
        discussion: """
            Finds out by itself what a file is: bookmarks (HTML), tables (Pocket, Instapaper), JSON (Wallabag, Omnivore, \
            Pinboard and others) or a list of addresses. What is on the list already stays as it is.

            Example: hearth read import bookmarks.html
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The files.", completion: .file())
    var files: [String]

    @Option(help: ArgumentHelp("bookmarks, csv, json or list.", valueName: "format"))
    var format: String?

    private static let pause = Duration.milliseconds(150)
    /// Progress is shown once a job takes longer than this.
    private static let quietTime = Duration.seconds(1)
    /// How long the service may be away in the middle of a job, which goes on when it is back.
    private static let patience = Duration.seconds(30)
    private static let shownRefusals = 10

    func validate() throws {
        if let format, !LinkFileFormat.all.contains(LinkFileFormat(rawValue: format)) {
            throw ValidationError("--format takes \(LinkFileFormat.all.map(\.rawValue).joined(separator: ", ")).")
        }
    }

    func run(_ gateway: Gateway) async throws {
        for file in files { try await take(file, gateway) }
    }

    private func take(_ file: String, _ gateway: Gateway) async throws {
        let path = URL(filePath: file).standardizedFileURL.path
        guard FileManager.default.fileExists(atPath: path) else {
            throw GatewayFailure("NO_INPUT", "There is no file \(file).", status: .noInput)
        }
        let see = "hearth read import \(file)"
        let started = try await gateway.send(
            ReadingList.ImportLinks(path: path, format: format.map { LinkFileFormat(rawValue: $0) }),
            to: ReadCommand.service, see: see)
        let job = try await follow(started.job, see: see, gateway)
        if gateway.output.isJSON { gateway.output.json(job) } else { show(job, gateway.output) }
        guard job.state == .done else {
            throw GatewayFailure(
                "IMPORT_FAILED", job.problem ?? "The import was stopped.", advice: "What had been read is on the list.")
        }
    }

    private func follow(_ job: String, see: String, _ gateway: Gateway) async throws -> LinkImport {
        let runtime = gateway.runtime
        let begun = runtime.now
        var lastAnswer = begun
        defer { gateway.output.endProgress() }
        while true {
            do {
                let end = try await gateway.withToken { token in
                    try await watch(job, token, begun, &lastAnswer, gateway)
                }
                if let end { return end }
            } catch let failure as GatewayFailure where failure.status == .unavailable {
                guard lastAnswer.duration(to: runtime.now) < Self.patience else {
                    var unknown = GatewayFailure(
                        "UNKNOWN_OUTCOME", "The outcome is unknown: the service was lost. \(failure.message)",
                        advice: "Run `\(see)` to see: what is there already stays as it is.", canRetry: true,
                        status: .unknown)
                    unknown.service = ReadCommand.service
                    throw unknown
                }
            }
            try await runtime.sleep(for: Self.pause)
        }
    }

    /// Shows how far the job is until it ends or the stream breaks.
    private func watch(
        _ job: String, _ token: AccessToken?, _ begun: MonotonicInstant, _ lastAnswer: inout MonotonicInstant,
        _ gateway: Gateway
    ) async throws -> LinkImport? {
        let request = ReadingList.FollowLinkImport(job: job)
        let client = RPCClient<ReadingList>(gateway.neighbours.channel(to: ReadCommand.service))
        do {
            for try await state in try await client.stream(request, options: CallOptions(token: token)) {
                if state.state.isEnd { return state }
                lastAnswer = gateway.runtime.now
                guard begun.duration(to: lastAnswer) >= Self.quietTime else { continue }
                gateway.output.progress(
                    ProgressBar.line("reading", done: state.doneBytes, total: state.totalBytes, unit: Amounts.bytes))
            }
            return nil
        } catch {
            throw GatewayFailure(error, service: ReadCommand.service, safety: .readOnly, see: nil)
        }
    }

    private func show(_ job: LinkImport, _ output: Output) {
        let report = job.report
        output.line(
            "\(Table.printable(job.file)): \(Amounts.number(report.read)) \(report.read == 1 ? "entry" : "entries") read"
        )
        var table = Table(.text(""), .number(""))
        for (name, count) in [
            ("new", report.added), ("on the list already", report.duplicate), ("refused", report.refused),
        ]
        where count > 0 || name == "new" {
            table.add("  \(name)", Amounts.number(count))
        }
        for line in table.lines(width: nil).dropFirst() { output.line(line) }
        for refusal in report.refusals.prefix(Self.shownRefusals) {
            output.line("  line \(refusal.line): \(Table.printable(refusal.url)): \(Table.printable(refusal.reason))")
        }
        let more = report.refused - Int64(min(report.refusals.count, Self.shownRefusals))
        if more > 0 { output.line("  and \(Amounts.number(more)) more; --json shows the first hundred.") }
    }
}
