internal import ArgumentParser
internal import Foundation
internal import ServiceKit

/// `hearth man`
struct ManCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "man", abstract: "Write manual pages into a folder, one for each command with those below it.",
        discussion: "Where the folder is in MANPATH, `man hearth-queue` shows the page of `hearth queue`.")

    @Argument(help: "The folder, such as ~/.local/share/man/man1; it is created.", completion: .directory)
    var folder: String

    func run() async throws {
        let files = FileManager.default
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for page in ManualPage.all {
            try Data(page.text.utf8).write(to: URL(filePath: "\(folder)/\(page.name).1"), options: .atomic)
        }
        GatewayEnvironment.current?.output.line(
            "\(AmountFormatter.count(ManualPage.all.count, "page")) are in \(Table.printable(folder)).")
    }
}

/// A manual page, in the man macros of roff.
struct ManualPage {
    /// `hearth-queue`.
    let name: String
    let text: String

    /// The page of `hearth` itself, one for each of its commands, and one for the global options.
    static var all: [ManualPage] {
        let commands = CommandTree.shown.filter { $0.path.count == 1 }
        let own = [CommandTree.Node(command: HearthCommand.self, path: [])]
        let global = [CommandTree.Node(command: GlobalHelp.self, path: ["global"])]
        return (own + commands + global).map { node in
            let below =
                node.path.isEmpty ? [] : CommandTree.shown.filter { $0.path.starts(with: node.path) }.dropFirst()
            return ManualPage(node, below: Array(below))
        }
    }

    private init(_ node: CommandTree.Node, below: [CommandTree.Node]) {
        name = (["hearth"] + node.path).joined(separator: "-")
        let abstract = node.command.configuration.abstract
        let head = """
            .TH \(name.uppercased()) 1 "" "hearth \(HearthVersion.current)" "Hearth"
            .SH NAME
            \(Self.escaped(name)) \\- \(Self.escaped(abstract))
            """
        let sections = ([node] + below).map { node in
            let title = (["hearth"] + node.path).joined(separator: " ")
            let help = HelpText.help(for: node.command, path: node.path, columns: Self.columns)
            return ".SH \(Self.escaped(title.uppercased()))\n.nf\n\(Self.escaped(help))\n.fi"
        }
        text =
            ([head] + sections + [".SH SEE ALSO\n.BR hearth (1),\n.BR hearth\\-global (1)"])
            .joined(separator: "\n") + "\n"
    }

    /// What is left of 80 columns beside the page's indent.
    private static let columns = 72

    /// A text in which roff finds no requests and no escapes.
    private static func escaped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let plain = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
            return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&\(plain)" : String(plain)
        }.joined(separator: "\n")
    }
}
