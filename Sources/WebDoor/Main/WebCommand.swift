internal import ArgumentParser
internal import ServiceKit
internal import WebService

/// The web server as a process.
@main struct WebCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: WebService.name, abstract: "Serves a Hearth cluster to browsers over HTTP.",
        discussion: """
            --listen takes ADDRESS:PORT of HTTP here (HEARTH_WEB_LISTEN; 127.0.0.1:8787). TLS is a reverse proxy's: see \
            docs/web-door.md.
            """,
        version: HearthVersion.description)

    @OptionGroup var options: ServiceOptions

    func run() async throws {
        var (options, variables) = (options, [String: String]())
        // The calls of other processes come over the private socket alone.
        if let listen = options.listen.take() { variables[WebService.listenVariable] = listen }
        try await ServiceMain.run(WebService.self, options: options, variables: variables)
    }
}
