internal import Foundation
internal import GatewayCommands

/// The `hearth` command.
@main
enum Main {
    static func main() async { exit(await Hearth.main()) }
}
