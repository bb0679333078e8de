internal import ArgumentParser
internal import PlaybackStateService
internal import ServiceKit

/// The playback-state service as a process.
@main struct PlaybackStateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: PlaybackStateService.name, abstract: "Runs the playback-state service of a Hearth cluster.",
        version: HearthVersion.description)

    @OptionGroup var options: ServiceOptions

    func run() async throws { try await ServiceMain.run(PlaybackStateService.self, options: options) }
}
