internal import ArgumentParser
internal import CatalogAPI
internal import Foundation
internal import RPC
internal import ServiceKit

/// `hearth import`
struct ImportCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take in a playlist (M3U) or a programme guide (XMLTV), plain or .gz.",
        discussion: """
            Finds out by itself what the file is. Taking the same source in again updates it: what is gone is kept as \
            stale for seven days. A source that shrinks by more than half is held back until --shrink allows it. A file of the \
            same name in another folder takes a source's place only where --source names it.

            With - in place of a file the standard input is read; --source names the source then. What comes from an address \
            is better added with `hearth source add`, which keeps it up to date.

            A guide whose file breaks off is taken in as far as it goes, and nothing that was there goes; the exit code is \
            then 65. A playlist that breaks off is not taken in.

            Example: hearth import channels.m3u --source living-room
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The files, each a source of its own; - reads the standard input.", completion: .file())
    var files: [String]

    @Option(help: ArgumentHelp("What the source is called; the file's name when nothing is said.", valueName: "name"))
    var source: String?

    @Option(
        help: ArgumentHelp(
            "The time zone of a guide whose times say none, by IANA's name; UTC when nothing is said.",
            valueName: "zone"))
    var timeZone: String?

    @Flag(help: "Take it even when it has less than half of what it had.")
    var shrink = false

    @Flag(help: "Only tell what would change.")
    var dryRun = false

    func validate() throws {
        if source != nil, files.count > 1 {
            throw ValidationError("--source names one source, and there are several files.")
        }
        guard files.contains(FileUpload.standardInput) else { return }
        if source == nil { throw ValidationError("Name the source with --source: the standard input has no name.") }
    }

    func run(_ gateway: Gateway) async throws {
        var cut: GatewayFailure?
        for file in files {
            do {
                try await take(file, gateway)
            } catch let failure as GatewayFailure where failure.code == ImportOutcome.cutCode {
                // The other files may be whole.
                if let cut { gateway.output.note(cut.message) }
                cut = failure
            }
        }
        if let cut { throw cut }
    }

    private func take(_ name: String, _ gateway: Gateway) async throws {
        let file = try await FileUpload(name)
        let kind = try ImportKindSniffer.kind(of: file)
        let title = source ?? Self.sourceName(of: file.file)
        if source == nil { try await checkIsSame(title, file.file, gateway) }
        let see = name == FileUpload.standardInput ? "hearth source" : "hearth import \(name.shellWord)"
        let (shrinks, isDry) = (shrink ? true : nil, dryRun ? true : nil)
        let started: ImportStarted
        switch kind {
        case .playlist:
            let request = Catalog.ImportPlaylist(
                source: title, file: file.file, bytes: file.bytes, allowsShrinking: shrinks, isDryRun: isDry)
            started = try await gateway.upload(request, file, to: SourceCommand.service, see: see)
        case .guide:
            var request = Catalog.ImportGuide(
                source: title, file: file.file, bytes: file.bytes, allowsShrinking: shrinks, isDryRun: isDry)
            request.timeZone = timeZone
            started = try await gateway.upload(request, file, to: SourceCommand.service, see: see)
        }
        let job = try await SourceCommand.follow(started, gateway, see: see)
        try ImportOutcome(job: job, file: name).tell(gateway.output)
    }

    /// A file that only happens to be called as another does not take its place unasked.
    private func checkIsSame(_ name: String, _ path: String, _ gateway: Gateway) async throws {
        let sources = try await gateway.send(Catalog.ListSources(), to: SourceCommand.service).sources
        guard let known = sources.first(where: { $0.name == name }), !known.path.isEmpty, known.path != path,
            URL(filePath: known.path).deletingLastPathComponent() != URL(filePath: path).deletingLastPathComponent()
        else { return }
        throw GatewayFailure(
            "OTHER_SOURCE", "\"\(name)\" is the \(known.kind.rawValue) of \(known.path) already.",
            advice: """
                To keep both: hearth import \(path.shellWord) --source OTHER-NAME. If this file is to take its place: \
                hearth import \(path.shellWord) --source \(name.shellWord)
                """)
    }

    /// The file's name without its endings.
    static func sourceName(of path: String) -> String {
        var name = (path as NSString).lastPathComponent
        for ending in [".gz", ".m3u8", ".m3u", ".xmltv", ".xml"] where name.lowercased().hasSuffix(ending) {
            name = String(name.dropLast(ending.count))
        }
        return name.isEmpty ? "import" : String(name.prefix(longestName))
    }

    /// The longest name that the catalog takes, in characters.
    private static let longestName = 100
}
