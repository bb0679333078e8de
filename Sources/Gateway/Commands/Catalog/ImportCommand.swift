internal import ArgumentParser
internal import CatalogAPI
internal import Foundation
internal import RPC
internal import ServiceKit

/// `hearth import`
struct ImportCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import a playlist (M3U) or a programme guide (XMLTV), plain or .gz.",
        discussion: """
            Detects the format. Importing a source again updates it: removed entries are kept as stale for seven days. A \
            source that shrinks by more than half is held back until --shrink allows it. A source is named after the list's \
            own name, else after its file, with the folder where another file has that name; --source sets another name.

            With - in place of a file the standard input is read, and --source must name the source. An address becomes a \
            source that is refreshed, as with `hearth source add`: the command asks first, unless --add is given.

            A truncated guide is imported up to where it breaks off, and no existing programme is removed; the exit code is \
            then 65. A truncated playlist is not imported.

            Example: hearth import channels.m3u --source living-room
            Example: hearth import https://example.org/list.m3u --add
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(
        help: "The files or addresses, each a source of its own; - reads the standard input.", completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp(
            "The source's name; by default the list's own name, or its file's.", valueName: "name"
        ))
    var source: String?

    @Option(
        help: ArgumentHelp(
            "The IANA time zone of guide times that name none; UTC by default.",
            valueName: "zone"))
    var timeZone: String?

    @Flag(help: "Import it even when it has shrunk by more than half.")
    var shrink = false

    @Flag(help: "Only show what would change.")
    var dryRun = false

    @Flag(help: "Add an address as a refreshed source without asking.")
    var add = false

    func validate() throws {
        if source != nil, files.count > 1 {
            throw ValidationError("--source names one source, and there are several files.")
        }
        if files.contains(where: ImportAddress.isAddress), shrink || dryRun {
            throw ValidationError(
                "--shrink and --dry-run are for files; see `hearth source refresh` for what is fetched.")
        }
        guard files.contains(FileUpload.standardInput) else { return }
        if source == nil { throw ValidationError("Name the source with --source: the standard input has no name.") }
    }

    func run(_ gateway: Gateway) async throws {
        var cut: GatewayFailure?
        for file in files {
            do {
                if ImportAddress.isAddress(file) {
                    try await ImportAddress(address: file, source: source, timeZone: timeZone, isAgreed: add)
                        .add(gateway)
                } else {
                    try await take(file, gateway)
                }
            } catch let failure as GatewayFailure where failure.code == ImportOutcome.cutCode {
                // The other files may be complete.
                if let cut { gateway.output.note(cut.message) }
                cut = failure
            }
        }
        if let cut { throw cut }
    }

    private func take(_ name: String, _ gateway: Gateway) async throws {
        let file = try await FileUpload(name)
        let kind = try ImportKindSniffer.kind(of: file)
        var title = source ?? ""
        if source == nil {
            let naming = SourceNaming(sources: try await SourceCommand.all(gateway))
            let chosen = naming.name(of: file, kind: kind)
            if let note = chosen.note, !gateway.output.isJSON { gateway.output.note(note) }
            title = chosen.name
        }
        let see = name == FileUpload.standardInput ? "hearth source" : "hearth import \(name.shellWord)"
        let (shrinks, isDry) = (shrink ? true : nil, dryRun ? true : nil)
        let started: ImportStarted
        switch kind {
        case .playlist:
            let request = Catalog.ImportPlaylist(
                source: title, file: file.file, bytes: file.bytes, allowsShrinking: shrinks, isDryRun: isDry)
            started = try await gateway.upload(request, file, see: see)
        case .guide:
            var request = Catalog.ImportGuide(
                source: title, file: file.file, bytes: file.bytes, allowsShrinking: shrinks, isDryRun: isDry)
            request.timeZone = timeZone
            started = try await gateway.upload(request, file, see: see)
        }
        let job = try await SourceCommand.follow(started, gateway, see: see)
        var outcome = ImportOutcome(job: job, file: name)
        if dryRun { outcome.clock = await gateway.clock() }
        try outcome.tell(gateway.output)
    }
}
