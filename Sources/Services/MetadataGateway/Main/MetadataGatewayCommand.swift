internal import ArgumentParser
internal import MetadataGatewayService
internal import ServiceKit

/// The metadata-gateway service as a process.
@main struct MetadataGatewayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: MetadataGatewayService.name, abstract: "Runs the metadata-gateway service of a Hearth cluster.",
        version: HearthVersion.description)

    @OptionGroup var options: ServiceOptions

    func run() async throws { try await ServiceMain.run(MetadataGatewayService.self, options: options) }
}
