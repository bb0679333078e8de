internal import ArgumentParser

/// `hearth completion`
struct CompletionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Print the script by which a shell completes commands, options and names.",
        discussion: """
            Names of titles, channels, profiles and sources are completed from the running services, and from nothing where \
            they are down.

            bash: hearth completion bash > ~/.local/share/bash-completion/completions/hearth
            zsh:  hearth completion zsh > "${fpath[1]}/_hearth"
            fish: hearth completion fish > ~/.config/fish/completions/hearth.fish
            """)

    @Argument(help: "bash, zsh or fish.")
    var shell: ShellArgument

    func run() async throws {
        let script = GlobalOptions.$isShown.withValue(true) { HearthCommand.completionScript(for: shell.shell) }
        GatewayEnvironment.current?.output.line(script)
    }
}

/// A shell on the command line.
struct ShellArgument: ExpressibleByArgument {
    let shell: CompletionShell

    init?(argument: String) {
        guard let shell = CompletionShell(rawValue: argument.lowercased()) else { return nil }
        self.shell = shell
    }

    static let allValueStrings = ["bash", "zsh", "fish"]
}
