internal import ArgumentParser
internal import DownloadsService
internal import ServiceKit

/// The downloads service as a process.
@main struct DownloadsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: DownloadsService.name, abstract: "Runs the downloads service of a Hearth cluster.",
        version: HearthVersion.description)

    @OptionGroup var options: ServiceOptions

    func run() async throws { try await ServiceMain.run(DownloadsService.self, options: options) }
}
