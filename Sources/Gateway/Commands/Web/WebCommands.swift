internal import ArgumentParser
internal import ServiceKit

/// `hearth web`
struct WebCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web", abstract: "The household's page in a browser.", subcommands: [Open.self])

    /// `hearth web open`
    struct Open: GatewayCommand {
        static let configuration = CommandConfiguration(
            commandName: "open", abstract: "Print a link that signs a browser in.",
            discussion: """
                The link signs one browser in as the acting profile's member. It is good for one use within 10 minutes: \
                show it to no one else. `hearth device` lists the browser, and revokes it.

                Example: hearth web open
                Example: hearth web open --name "Tablet in the kitchen" --shared
                """)

        static var isTraced: Bool { false }

        @OptionGroup var global: GlobalOptions

        @Option(help: "What the browser is called in the list of devices.")
        var name = "Browser"

        @Flag(help: "Several people use it: adult profiles return to the choice of a profile.")
        var shared = false

        func run(_ gateway: Gateway) async throws {
            let link = try await WebLink(gateway, name: name, isShared: shared)
            if gateway.output.isJSON { return gateway.output.json(link) }
            gateway.output.line(link.link)
            gateway.output.note("Good for one use within \(link.lifetimeSeconds / 60) minutes.")
        }
    }
}
