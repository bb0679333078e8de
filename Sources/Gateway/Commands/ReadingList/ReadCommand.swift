internal import ArgumentParser
internal import ReadingListAPI

/// `hearth read`
struct ReadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Save links to read, watch or listen to later.",
        discussion: """
            hearth read save https://example.org/page     save a page to the list
            hearth read list --type video                 unread videos
            hearth read done ID                           move a link to the archive
            hearth read import bookmarks.html             import other programs' exports
            """,
        subcommands: [
            ReadSave.self, ReadList.self, ReadDomains.self, ReadTags.self, ReadDone.self, ReadUnread.self,
            ReadStar.self, ReadTag.self, ReadEdit.self, ReadDelete.self, ReadUndo.self, ReadTypes.self, ReadRules.self,
            ReadImport.self,
        ], defaultSubcommand: ReadList.self)

    /// Prints the result of a change of several links.
    ///
    /// - Throws: ``GatewayFailure`` for unknown links; the others are changed.
    static func tell(_ changed: LinksChanged, _ what: String, _ output: Output) throws {
        if output.isJSON {
            output.json(changed)
        } else if changed.changed > 0 || changed.missing.isEmpty {
            output.line("\(AmountFormatter.count(changed.changed, "link")) \(what).")
        }
        if let failure = missing(changed.missing) { throw failure }
    }

    /// The failure of a change of links that there are not.
    static func missing(_ ids: [String]) -> GatewayFailure? {
        .notFound(
            ReadingListProblem.Code.unknownLink.rawValue, ids,
            advice: "`hearth read list` shows the ids of links, and with --archive of those that were read."
        ) { "No link has the ID \($0)." }
    }
}

/// A type of content on the command line, in singular or plural.
struct TypeArgument: ExpressibleByArgument {
    let type: ContentType

    init?(argument: String) {
        switch argument.lowercased() {
        case "video", "videos": type = .video
        case "audio": type = .audio
        case "article", "articles": type = .article
        case "featured", "starred": type = .featured
        default: return nil
        }
    }

    static let allValueStrings = ["video", "audio", "article", "featured"]
}
