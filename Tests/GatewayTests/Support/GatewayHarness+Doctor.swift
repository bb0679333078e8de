import ArgumentParser
import ServiceKit

@testable import GatewayCommands

extension GatewayHarness {
    /// What one check of `hearth doctor` finds in this environment.
    func examine(_ check: any DoctorCheck) async throws -> [DoctorFinding] {
        let output = Output(isTerminal: false, isErrorTerminal: false, width: 80, hasColours: false) { _, _ in }
        return try await GatewayEnvironment.$current.withValue(environment(output)) {
            try await check.examine(Gateway(GlobalHelp.asyncParse([]).global))
        }
    }
}
