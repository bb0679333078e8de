/// Looks in every line that any service logs, debug too, as it would be written: what people keep is in none of them, nor what
/// gives access.
// Unchecked: touched by the simulation's thread alone.
final class LogChecks: @unchecked Sendable {
    private unowned let run: HouseholdRun
    private let secrets: [(name: String, trace: BytePattern)]
    private(set) var lines = 0

    init(_ run: HouseholdRun) {
        self.run = run
        let kept = Person.allCases.flatMap { person in
            person.canaries.map { (name: "something of \(person.rawValue)", trace: BytePattern($0)) }
        }
        secrets =
            kept + [
                ("the key of TMDB", BytePattern(SimulatedTMDB.key)), ("a PIN", BytePattern(SimulatedDevice.pin)),
                ("a PIN that was tried", BytePattern(SimulatedDevice.guessedPIN)),
            ]
        run.household.onLog = { [weak self] in self?.look(at: $1, of: $0) }
    }

    private func look(at line: String, of service: String) {
        lines += 1
        let bytes = Array(line.utf8)
        for secret in secrets where secret.trace.isIn(bytes) {
            run.report("logs-tell-nothing", "seen", service, "\(secret.name) was logged by \(service): \(line)")
        }
        if Self.tokenStart.isIn(bytes), line.contains(Self.token) {
            run.report("logs-tell-nothing", "seen", service, "a signed token was logged by \(service): \(line)")
        }
        for visitor in run.visitors.values where BytePattern(visitor.canary).isIn(bytes) {
            run.report("logs-tell-nothing", "seen", service, "something of a visitor was logged by \(service)")
        }
    }

    /// What a signed token begins with: `{"` in Base64 (RFC 7515, 3.1).
    private static let tokenStart = BytePattern("eyJ")
    /// A token's header and the dot after it: three letters alone are also in the names of directories.
    // Unchecked: a regex literal is immutable.
    nonisolated(unsafe) private static let token = /eyJ[A-Za-z0-9_\-]{8,}\./
}
