internal import ArgumentParser
internal import Chaos
internal import ServiceKit

/// `hearth chaos plans`
struct ChaosPlansCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plans", abstract: "List the built-in plans, or show one.",
        discussion: """
            Example: hearth chaos plans kill > my-plan.yaml
            """)

    @Argument(help: "The plan to print; all are listed by default.")
    var plan: String?

    @Flag(help: "Write results as JSON.")
    var json = false

    private struct Listed: Encodable {
        var name: String
        var about: String?
        var seconds: Double
    }

    private struct Shown: Encodable {
        var name: String
        var yaml: String
    }

    func run() async throws {
        guard var output = GatewayEnvironment.current?.output else { return }
        output.isJSON = json
        if let plan { return try show(plan, output) }
        let plans = try ChaosPlan.shipped.map { shipped in
            let plan = try ChaosPlan.named(shipped.name)
            return Listed(name: plan.name, about: plan.about, seconds: Double(plan.durationMilliseconds) / 1_000)
        }
        if output.isJSON {
            for plan in plans { output.json(plan) }
            return
        }
        var table = Table(.text("PLAN"), .number("WORK"), .text("ABOUT", isFlexible: true))
        for plan in plans { table.add(plan.name, AmountFormatter.seconds(plan.seconds), plan.about ?? "") }
        output.table(table)
    }

    private func show(_ name: String, _ output: Output) throws {
        guard let shipped = ChaosPlan.shipped.first(where: { $0.name == name }) else {
            let names = ChaosPlan.shipped.map(\.name).joined(separator: ", ")
            throw GatewayFailure("BAD_PLAN", "There is no plan \"\(name)\". Plans are \(names).", status: .usage)
        }
        if output.isJSON { return output.json(Shown(name: shipped.name, yaml: shipped.yaml)) }
        output.line(shipped.yaml.hasSuffix("\n") ? String(shipped.yaml.dropLast()) : shipped.yaml)
    }
}
