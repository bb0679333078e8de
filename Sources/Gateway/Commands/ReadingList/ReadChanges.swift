internal import ArgumentParser
internal import ReadingListAPI

/// `hearth read done`
struct ReadDone: GatewayCommand {
    static let configuration = CommandConfiguration(commandName: "done", abstract: "Move links to the archive.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The links: ids, words of titles, or @rows.", valueName: "link"))
    var ids: [String]

    func run(_ gateway: Gateway) async throws {
        let changed = try await gateway.send(
            ReadingList.MarkLinks(ids: try await gateway.resolver.links(ids), status: .read),
            see: "hearth read list --archive")
        try ReadCommand.tell(changed, "moved to the archive", gateway.output)
    }
}

/// `hearth read unread`
struct ReadUnread: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "unread", abstract: "Move links back to the unread list.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The links: ids, words of titles, or @rows.", valueName: "link"))
    var ids: [String]

    func run(_ gateway: Gateway) async throws {
        let changed = try await gateway.send(
            ReadingList.MarkLinks(ids: try await gateway.resolver.links(ids), status: .unread), see: "hearth read list")
        try ReadCommand.tell(changed, "moved back to the list", gateway.output)
    }
}

/// `hearth read star`
struct ReadStar: GatewayCommand {
    static let configuration = CommandConfiguration(commandName: "star", abstract: "Star links for the newsletter.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The links: ids, words of titles, or @rows.", valueName: "link"))
    var ids: [String]

    @Flag(help: "Remove the stars.")
    var off = false

    func run(_ gateway: Gateway) async throws {
        let changed = try await gateway.send(
            ReadingList.StarLinks(ids: try await gateway.resolver.links(ids), isFeatured: !off),
            see: "hearth read list --type featured")
        try ReadCommand.tell(changed, off ? "without a star now" : "starred", gateway.output)
    }
}

/// `hearth read tag`
struct ReadTag: GatewayCommand {
    static let configuration = CommandConfiguration(commandName: "tag", abstract: "Add tags to links, or remove them.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The links: ids, words of titles, or @rows.", valueName: "link"))
    var ids: [String]

    @Option(help: ArgumentHelp("A tag to add; may be given several times.", valueName: "tag"))
    var add: [String] = []

    @Option(help: ArgumentHelp("A tag to remove; may be given several times.", valueName: "tag"))
    var remove: [String] = []

    func validate() throws {
        if add.isEmpty, remove.isEmpty { throw ValidationError("Name a tag with --add or --remove.") }
    }

    func run(_ gateway: Gateway) async throws {
        let changed = try await gateway.send(
            ReadingList.TagLinks(
                ids: try await gateway.resolver.links(ids), add: add.isEmpty ? nil : add,
                remove: remove.isEmpty ? nil : remove),
            see: "hearth read list")
        try ReadCommand.tell(changed, "tagged", gateway.output)
    }
}

/// `hearth read edit`
struct ReadEdit: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a link's title, description or note; an empty text removes it.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The link: its id, words of its title, or its @row.")
    var id: String

    @Option(help: ArgumentHelp("The title.", valueName: "title"))
    var title: String?

    @Option(help: ArgumentHelp("The description.", valueName: "text"))
    var description: String?

    @Option(help: ArgumentHelp("The note.", valueName: "text"))
    var note: String?

    func validate() throws {
        if title == nil, description == nil, note == nil {
            throw ValidationError("Say what to change: --title, --description or --note.")
        }
    }

    func run(_ gateway: Gateway) async throws {
        let link = try await gateway.send(
            ReadingList.EditLink(
                id: try await gateway.resolver.link(id), title: title, description: description, note: note),
            see: "hearth read list")
        if gateway.output.isJSON { return gateway.output.json(link) }
        gateway.output.line("\(link.id) is \(Table.printable(link.displayTitle)) now.")
    }
}

/// `hearth read delete`
struct ReadDelete: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete links; they can be brought back for seven days.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The links: ids, words of titles, or @rows.", valueName: "link"))
    var ids: [String]

    func run(_ gateway: Gateway) async throws {
        let deleted = try await gateway.send(
            ReadingList.DeleteLinks(ids: try await gateway.resolver.links(ids)), see: "hearth read list")
        let output = gateway.output
        if let deletion = deleted.deletion {
            DeletionJournal(gateway).add(.init(id: deletion, links: deleted.deleted, at: gateway.now))
        }
        if output.isJSON {
            output.json(deleted)
        } else if deleted.deleted > 0 {
            output.line("\(AmountFormatter.count(deleted.deleted, "link")) deleted.")
            if let deletion = deleted.deletion {
                output.line(output.coloured("Undo: hearth read undo \(deletion)", .dim))
            }
        }
        if let failure = ReadCommand.missing(deleted.missing) { throw failure }
    }
}

/// `hearth read undo`
struct ReadUndo: GatewayCommand {
    static let configuration = CommandConfiguration(commandName: "undo", abstract: "Undo a deletion of links.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The deletion, as `hearth read delete` named it; the last one by default.")
    var deletion: String?

    func run(_ gateway: Gateway) async throws {
        let last = DeletionJournal(gateway).deletions(at: gateway.now).first?.id
        guard let deletion = deletion ?? last else {
            throw GatewayFailure("NOTHING_TO_UNDO", "No deletion of links is known here.")
        }
        try await Self.undo(deletion, gateway)
    }

    /// Undoes a deletion, by its id.
    static func undo(_ deletion: String, _ gateway: Gateway) async throws {
        let changed = try await gateway.send(
            ReadingList.UndoDelete(deletion: deletion), see: "hearth read list")
        DeletionJournal(gateway).remove(deletion, at: gateway.now)
        try ReadCommand.tell(changed, "back", gateway.output)
    }
}
