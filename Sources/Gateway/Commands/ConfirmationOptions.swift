internal import ArgumentParser
internal import ServiceKit

/// The consent to a change that cannot be undone: typed in a terminal, or given with `--yes`.
struct ConfirmationOptions: ParsableArguments {
    @Flag(help: "Do it without asking; a script needs it.")
    var yes = false

    /// Asks whether to go on. A script that does not say so is refused, and nothing is changed.
    ///
    /// - Parameter loss: what is lost for good, as a sentence.
    /// - Throws: ``GatewayFailure`` without consent.
    func require(_ loss: String, _ gateway: Gateway) async throws {
        guard !yes else { return }
        let loss = Table.printable(loss)
        let typed = await gateway.environment.terminal.read("\(loss) Go on? [y/N] ", false)
        if let typed, ["y", "yes"].contains(typed.lowercased()) { return }
        throw GatewayFailure(
            "NOT_CONFIRMED", typed == nil ? loss : "Nothing was changed.",
            advice: typed == nil ? "Nothing was changed. Give --yes to do it." : nil, status: .usage)
    }
}
