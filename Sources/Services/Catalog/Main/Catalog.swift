internal import ArgumentParser
internal import CatalogService
internal import ServiceKit

@main
struct CatalogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalog", abstract: "Everything there is to watch in a household, and its programme guide.",
        version: HearthVersion.description)

    @OptionGroup var options: ServiceOptions

    func run() async throws { try await ServiceMain.run(CatalogService.self, options: options) }
}
