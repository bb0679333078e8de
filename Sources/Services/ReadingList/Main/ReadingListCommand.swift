internal import ArgumentParser
internal import ReadingListService
internal import ServiceKit

/// The reading-list service as a process.
@main struct ReadingListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: ReadingListService.name, abstract: "Runs the reading-list service of a Hearth cluster.",
        version: HearthVersion.description)

    @OptionGroup var options: ServiceOptions

    func run() async throws { try await ServiceMain.run(ReadingListService.self, options: options) }
}
