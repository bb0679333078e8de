internal import ArgumentParser
internal import SchedulerService
internal import ServiceKit

/// The scheduler service as a process.
@main struct SchedulerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: SchedulerService.name, abstract: "Runs the scheduler service of a Hearth cluster.",
        version: HearthVersion.description)

    @OptionGroup var options: ServiceOptions

    func run() async throws { try await ServiceMain.run(SchedulerService.self, options: options) }
}
