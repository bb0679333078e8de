internal import ArgumentParser
internal import ServiceKit

/// A command line that starts with an unknown command.
struct UnknownCommand {
    /// The message.
    let text: String

    /// Parses a command line; nil when its command exists, or it has none.
    init?(_ arguments: [String]) {
        guard let name = arguments.first, !name.hasPrefix("-"), name != "help", !Self.names.contains(name) else {
            return nil
        }
        text = "\(Self.message(name))\n  `hearth --help` shows them all."
    }

    /// Parses `help NAME`; nil when it names a command, or none.
    init?(helpOf arguments: [String]) {
        guard arguments.first == "help", let name = arguments.dropFirst().first, !name.hasPrefix("-"),
            CommandTree.command(named: arguments).path.isEmpty, !Self.names.contains(name)
        else { return nil }
        let below = CommandTree.shown.filter { $0.path.count > 1 && $0.path.contains(name) }.prefix(Self.longestList)
        let lines = below.map { "\n  `hearth help \($0.path.joined(separator: " "))`" }.joined()
        text = "\(Self.message(name))\(lines)\n  `hearth --help` shows them all."
    }

    private static let longestList = 6

    private static var names: [String] {
        let commands = HearthCommand.configuration.subcommands.map { $0.configuration }.filter(\.shouldDisplay)
        return commands.flatMap { [$0.commandName].compactMap(\.self) + $0.aliases }
    }

    private static func message(_ name: String) -> String {
        let meant = Spelling.closest(to: name, among: names).map { " Did you mean \"\($0)\"?" } ?? ""
        return "hearth: There is no command \"\(name)\".\(meant)"
    }
}
