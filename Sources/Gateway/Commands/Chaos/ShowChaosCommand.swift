internal import ArgumentParser
internal import Chaos
internal import ServiceKit

/// `hearth chaos show`
struct ShowChaosCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one operation of a run as a whole.",
        discussion: """
            What was called with which request and when, each attempt, the faults meanwhile, the response or error with its \
            details, the broken promises that it proves, and its neighbours on the same object. Violations of a report \
            name operations by their numbers.

            Example: hearth chaos show /tmp/report 412
            """)

    @Argument(help: "The report's directory.", completion: .directory)
    var report: String

    @Argument(help: "The operation's number.")
    var operation: String

    @Flag(help: "Write results as JSON.")
    var json = false

    func validate() throws {
        if number == nil { throw ValidationError("An operation is a number, such as 412.") }
    }

    private var number: Int? { Int(operation.hasPrefix("#") ? String(operation.dropFirst()) : operation) }

    func run() async throws {
        guard var output = GatewayEnvironment.current?.output, let number else { return }
        output.isJSON = json
        do {
            let shown = try ShownOperation(number, inReport: report)
            if output.isJSON { output.json(shown) } else { output.line(String(shown.text.dropLast())) }
        } catch {
            throw GatewayFailure(
                "NO_OPERATION", "\(error)", advice: "A run writes its report into the directory of --report.",
                status: .noInput)
        }
    }
}
