internal import ArgumentParser
internal import ProfilesService
internal import ServiceKit

/// The profiles service as a process.
@main struct ProfilesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: ProfilesService.name, abstract: "Runs the profiles service of a Hearth cluster.",
        version: HearthVersion.description)

    @OptionGroup var options: ServiceOptions

    func run() async throws { try await ServiceMain.run(ProfilesService.self, options: options) }
}
