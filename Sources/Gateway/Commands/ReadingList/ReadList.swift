internal import ArgumentParser
internal import HearthModel
internal import ReadingListAPI

/// `hearth read list`
struct ReadList: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List unread links, or the archive.",
        discussion: "Example: hearth read list --type video --type audio --domain example.org")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "Words to match in title, description, address and note.")
    var text: [String] = []

    @Flag(help: "Show the archive.")
    var archive = false

    @Option(help: ArgumentHelp("video, audio, article or featured; may be given several times.", valueName: "type"))
    var type: [TypeArgument] = []

    @Option(help: ArgumentHelp("A site.", valueName: "domain"))
    var domain: String?

    @Option(help: ArgumentHelp("A tag.", valueName: "tag"))
    var tag: String?

    @Option(help: ArgumentHelp("updated, added, title or domain.", valueName: "order"))
    var sort: ChoiceArgument<LinkOrder>?

    @Option(help: ArgumentHelp("How many to show, at most 200.", valueName: "count"))
    var limit: Int32 = PageRequest.standardSize

    @Option(help: ArgumentHelp("Continue after the previous page.", valueName: "cursor"))
    var cursor: String?

    @OptionGroup var every: AllPagesOptions

    func validate() throws {
        try PageOptions.check(limit)
    }

    func run(_ gateway: Gateway) async throws {
        let list = try await every.fetch(PageRequest(size: limit, cursor: cursor)) { page in
            try await gateway.send(
                ReadingList.ListLinks(
                    status: archive ? .read : .unread, types: type.isEmpty ? nil : type.map(\.type), domain: domain,
                    tag: tag,
                    text: text.isEmpty ? nil : text.joined(separator: " "), order: sort?.value,
                    page: page))
        }
        if gateway.output.isJSON { gateway.output.json(list) } else { LinkFormatter.show(list, gateway.output) }
    }
}

/// Links as lines.
enum LinkFormatter {
    static func types(_ link: Link) -> String { link.types.map(\.rawValue).joined(separator: " and ") }

    static func show(_ list: LinkList, _ output: Output) {
        if let empty = list.empty {
            output.line(Table.printable(empty.text))
        } else {
            var table = Table(
                .text(""), .text("TITLE", isFlexible: true), .text("TYPE"), .text("SITE", isFlexible: true),
                .text("TAGS"),
                .text("ID"))
            for link in list.links {
                table.add(
                    link.isFeatured ? "*" : "", link.title ?? link.displayDescription, types(link), link.domain,
                    link.tags.joined(separator: ", "), link.id, row: ListedRow([.link: link.id]))
            }
            output.table(table)
        }
        let counts = list.counts
        let chips = [
            ("to read", counts.unread), ("archived", counts.read), ("video", counts.video), ("audio", counts.audio),
            ("article", counts.article), ("featured", counts.featured),
        ].map { "\($0.0) \(AmountFormatter.number($0.1))" }.joined(separator: ", ")
        output.line(
            output.coloured(
                "\(AmountFormatter.number(list.links.count)) of \(AmountFormatter.number(counts.total)) (\(chips))",
                .dim))
        output.more(list.cursor)
    }
}

/// `hearth read domains`
struct ReadDomains: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "domains", abstract: "Show the sites of the links, those with the most links first.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "A prefix or part of the site.")
    var text: String?

    @Flag(help: "Count archived links.")
    var archive = false

    @Flag(help: "Count unread links.")
    var unread = false

    @Option(help: ArgumentHelp("How many to show, at most 200.", valueName: "count"))
    var limit: Int32 = 20

    func validate() throws {
        try PageOptions.check(limit)
    }

    func run(_ gateway: Gateway) async throws {
        let status: LinkStatus? = archive == unread ? nil : archive ? .read : .unread
        let found = try await gateway.send(
            ReadingList.ListDomains(text: text, status: status, limit: limit))
        if gateway.output.isJSON { return gateway.output.json(found) }
        guard !found.domains.isEmpty else { return gateway.output.line("No sites.") }
        var table = Table(.text("SITE", isFlexible: true), .number("LINKS"))
        for domain in found.domains { table.add(domain.domain, AmountFormatter.number(domain.count)) }
        gateway.output.table(table)
    }
}

/// `hearth read tags`
struct ReadTags: GatewayCommand {
    static let configuration = CommandConfiguration(commandName: "tags", abstract: "Show the tags of the links.")

    @OptionGroup var global: GlobalOptions

    func run(_ gateway: Gateway) async throws {
        let found = try await gateway.send(ReadingList.ListTags())
        if gateway.output.isJSON { return gateway.output.json(found) }
        guard !found.tags.isEmpty else { return gateway.output.line("No tags.") }
        var table = Table(.text("TAG", isFlexible: true), .number("LINKS"))
        for tag in found.tags { table.add(tag.tag, AmountFormatter.number(tag.count)) }
        gateway.output.table(table)
    }
}
