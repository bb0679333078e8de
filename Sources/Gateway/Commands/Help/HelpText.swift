internal import ArgumentParser

/// The help of commands, as `--help`, docs/commands.md and the manual pages have it: ArgumentParser's, with the global options
/// folded into one line and an example for each command.
enum HelpText {
    /// The line in place of the global options.
    static let globalLine = "  and the global options: hearth help global"

    /// The help of a command.
    ///
    /// - Parameters:
    ///   - path: its name with those above it, without `hearth`.
    ///   - columns: the width of its lines; nil for the terminal's.
    static func help(for command: any ParsableCommand.Type, path: [String], columns: Int?) -> String {
        GlobalOptions.$isShown.withValue(command == GlobalHelp.self) {
            complete(
                HearthCommand.helpMessage(for: command, columns: columns), of: command, path: path, columns: columns)
        }
    }

    /// The help that a command line asks for, or its error with the usage, completed.
    static func complete(_ arguments: [String], _ message: () -> String) -> String {
        let (command, path) = CommandTree.command(named: arguments)
        return GlobalOptions.$isShown.withValue(command == GlobalHelp.self) {
            complete(message(), of: command, path: path, columns: nil)
        }
    }

    private static func complete(
        _ text: String, of command: any ParsableCommand.Type, path: [String], columns: Int?
    ) -> String {
        guard text.hasPrefix("OVERVIEW: ") else { return text }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if command is any GatewayCommand.Type, let last = lines.lastIndex(where: { $0.hasPrefix("  -h, --help") }) {
            lines.insert(globalLine, at: last + 1)
        }
        let width = columns ?? GatewayEnvironment.current?.output.width ?? standardColumns
        if let usage = lines.firstIndex(where: { $0.hasPrefix("USAGE: ") }) {
            lines.replaceSubrange(usage...usage, with: wrapped(lines[usage], to: width))
        }
        if let example = CommandExamples.line(for: path, of: command),
            let usage = lines.firstIndex(where: { $0.hasPrefix("USAGE:") })
        {
            lines.insert(contentsOf: ["Example: \(example)", ""], at: usage)
        }
        return lines.joined(separator: "\n")
    }

    private static let standardColumns = 80

    /// A usage in lines that fit, broken between its parts: `[--limit <count>]` stays together.
    private static func wrapped(_ usage: String, to width: Int) -> [String] {
        let indent = String(repeating: " ", count: "USAGE: ".count)
        var parts: [String] = []
        for word in usage.split(separator: " ") {
            let isOpen = parts.last.map { $0.hasPrefix("[") && !$0.hasSuffix("]") } ?? false
            if isOpen { parts[parts.count - 1] += " \(word)" } else { parts.append(String(word)) }
        }
        return parts.reduce(into: []) { lines, part in
            if let last = lines.last, last.count + 1 + part.count <= width {
                lines[lines.count - 1] += " \(part)"
            } else {
                lines.append(lines.isEmpty ? part : indent + part)
            }
        }
    }
}

/// The options of every command, in a place of their own: `hearth help global`.
struct GlobalHelp: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "global", abstract: "The options that every command takes, after its name.",
        discussion: "Settings also come from HEARTH_* variables and a YAML file: see `hearth config`.",
        shouldDisplay: false)

    @OptionGroup var global: GlobalOptions

    func run() async throws {
        GatewayEnvironment.current?.output.line(HelpText.help(for: Self.self, path: ["global"], columns: nil))
    }
}
