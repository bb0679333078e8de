internal import Foundation
internal import GatewayCommands
internal import ServiceKit

/// The `hearth` command.
@main
enum Main {
    static func main() async {
        let status = await Hearth.run(Array(CommandLine.arguments.dropFirst()))
        exit(status.rawValue)
    }
}
