internal import ArgumentParser

/// All commands, as their configurations have them.
enum CommandTree {
    /// A command with the names that lead to it, without `hearth`.
    struct Node: Sendable {
        let command: any ParsableCommand.Type
        let path: [String]

        /// Whether it has no commands below it.
        var isLeaf: Bool { command.configuration.subcommands.isEmpty }
    }

    /// Every command that help shows, each before those below it.
    static var shown: [Node] { nodes(HearthCommand.self, []) }

    /// The command that a command line names, as far as it names one.
    static func command(named arguments: [String]) -> (command: any ParsableCommand.Type, path: [String]) {
        var command: any ParsableCommand.Type = HearthCommand.self
        var path: [String] = []
        for word in arguments.drop(while: { $0 == "help" }) {
            let next = command.configuration.subcommands.first { below in
                below._commandName == word || below.configuration.aliases.contains(word)
            }
            guard let next else { break }
            (command, path) = (next, path + [next._commandName])
        }
        return (command, path)
    }

    private static func nodes(_ command: any ParsableCommand.Type, _ path: [String]) -> [Node] {
        let below = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
        return [Node(command: command, path: path)] + below.flatMap { nodes($0, path + [$0._commandName]) }
    }
}
