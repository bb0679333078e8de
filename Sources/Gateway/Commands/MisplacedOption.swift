/// A command line with an existing option in a wrong place or form: the message shows the right one, where a spelling
/// suggestion would mislead.
struct MisplacedOption {
    /// The message.
    let text: String

    /// Options of every command, which newcomers put before the command.
    private static let global = [
        "--json", "--profile", "--timeout", "--token", "--trace", "--household", "--data", "--run", "--config",
    ]

    /// Parses a command line; nil when it has no misplaced option.
    init?(_ arguments: [String]) {
        let words = arguments.prefix { $0 != "--" }
        if words.contains(where: { $0 == "--pin" || $0.hasPrefix("--pin=") }) {
            text = """
                hearth: A PIN is not given on the command line, where others on the machine can read it.
                  \(PINOptions.advice)
                """
        } else if let first = words.first, Self.global.contains(where: { first == $0 || first.hasPrefix($0 + "=") }) {
            text = """
                hearth: \(first) stands after the command: hearth COMMAND \(first) ...
                  `hearth --help` shows the commands.
                """
        } else {
            return nil
        }
    }
}
