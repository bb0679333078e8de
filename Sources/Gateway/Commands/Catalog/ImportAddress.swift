internal import CatalogAPI
internal import RPC
internal import ServiceKit

/// An address to import: it becomes a refreshed source.
struct ImportAddress {
    let address: String
    /// The source's name.
    let source: String?
    /// The time zone of a guide whose times say none.
    let timeZone: String?
    /// Whether it may become a source without a prompt.
    let isAgreed: Bool

    /// Whether an argument is an address and no file.
    static func isAddress(_ text: String) -> Bool {
        ["http://", "https://"].contains { text.lowercased().hasPrefix($0) }
    }

    /// Adds it, once the person has agreed.
    ///
    /// - Throws: ``GatewayFailure``.
    func add(_ gateway: Gateway) async throws {
        let sources = source == nil ? try await SourceCommand.all(gateway) : []
        let name = source ?? SourceNaming(sources: sources).name(address: address)
        try await agree(name, gateway)
        var request = Catalog.AddSource(source: name, kind: SourceKindArgument.guess(address), address: address)
        request.timeZone = timeZone
        let started = try await gateway.send(request, see: SourceCommand.see)
        let job = try await SourceCommand.follow(started, gateway)
        try ImportOutcome(job: job, file: name, isSource: true).tell(gateway.output)
        guard !gateway.output.isJSON else { return }
        gateway.output.line(
            "  It is refreshed once a day: hearth source change \(name.shellWord) --every TIME")
    }

    private func agree(_ name: String, _ gateway: Gateway) async throws {
        guard !isAgreed else { return }
        let question = "Add \"\(name)\" as a source that is refreshed every day? [Y/n] "
        let input = await gateway.environment.terminal.read(question, false)
        if let input, ["", "y", "yes"].contains(input.lowercased()) { return }
        throw GatewayFailure(
            "NOT_AGREED", "An address becomes a source that is refreshed. Nothing was imported.",
            advice: "To add it without a question: hearth import \(address.shellWord) --add", status: .usage)
    }
}
