internal import ArgumentParser

/// `hearth command-reference`: hidden from the help, as scripts/fix alone runs it to write docs/commands.md.
struct CommandReference: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "command-reference", abstract: "Print the help of every command, as docs/commands.md has it.",
        shouldDisplay: false)

    /// Characters in a line of help, as in a terminal of the usual width.
    private static let columns = 80

    func run() async throws {
        GatewayEnvironment.current?.output.line(Self.text)
    }

    private static var text: String {
        let head = """
            # Commands

            Every command with its help. Written by `scripts/fix` from the commands themselves; do not edit.
            """
        let nodes = CommandTree.shown + [CommandTree.Node(command: GlobalHelp.self, path: ["global"])]
        return ([head] + nodes.map(section)).joined(separator: "\n\n")
    }

    private static func section(of node: CommandTree.Node) -> String {
        let help = HelpText.help(for: node.command, path: node.path, columns: columns)
        return "## \((["hearth"] + node.path).joined(separator: " "))\n\n```text\n\(help)\n```"
    }
}
