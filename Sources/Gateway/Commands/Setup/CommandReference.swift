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
        return ([head] + sections(of: HearthCommand.self, above: [])).joined(separator: "\n\n")
    }

    private static func sections(of command: any ParsableCommand.Type, above: [String]) -> [String] {
        let path = above + [command._commandName]
        let help = HearthCommand.helpMessage(for: command, columns: columns)
        let section = "## \(path.joined(separator: " "))\n\n```text\n\(help)\n```"
        let below = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
        return [section] + below.flatMap { sections(of: $0, above: path) }
    }
}
