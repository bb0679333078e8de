internal import ArgumentParser
internal import ReadingListAPI

/// `hearth read save`
struct ReadSave: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Save pages to the list without fetching them.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The pages' addresses.")
    var addresses: [String]

    @Option(help: ArgumentHelp("The page's title.", valueName: "title"))
    var title: String?

    @Option(help: ArgumentHelp("A note about it.", valueName: "text"))
    var note: String?

    @Option(help: ArgumentHelp("A tag; may be given several times.", valueName: "tag"))
    var tag: [String] = []

    @Flag(help: "Star it.")
    var star = false

    func validate() throws {
        if title != nil, addresses.count > 1 {
            throw ValidationError("--title names one page, and there are several.")
        }
    }

    func run(_ gateway: Gateway) async throws {
        for address in addresses {
            let saved = try await gateway.send(
                ReadingList.SaveLink(
                    url: address, title: title, note: note, tags: tag.isEmpty ? nil : tag,
                    isFeatured: star ? true : nil, source: "cli"), see: "hearth read list")
            if gateway.output.isJSON {
                gateway.output.json(saved)
                continue
            }
            let link = saved.link
            let shown = Table.printable(link.title ?? link.url)
            let place = link.status == .read ? "in the archive" : "on the list"
            gateway.output.line(
                saved.isNew
                    ? "Saved \(shown) (\(LinkFormatter.types(link))) as \(link.id)."
                    : "\(shown) is \(place) already, as \(link.id).")
        }
    }
}
