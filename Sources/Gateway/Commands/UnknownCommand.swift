internal import ArgumentParser
internal import ServiceKit

/// A command line that starts with an unknown command.
struct UnknownCommand {
    /// The message.
    let text: String

    /// Parses a command line; nil when its command exists, or it has none.
    init?(_ arguments: [String]) {
        guard let name = arguments.first, !name.hasPrefix("-"), name != "help" else { return nil }
        let commands = HearthCommand.configuration.subcommands.map { $0.configuration }.filter(\.shouldDisplay)
        let names = commands.flatMap { [$0.commandName].compactMap(\.self) + $0.aliases }
        guard !names.contains(name) else { return nil }
        let meant = Spelling.closest(to: name, among: names).map { " Did you mean \"\($0)\"?" } ?? ""
        text = "hearth: There is no command \"\(name)\".\(meant)\n  `hearth --help` shows them all."
    }
}
