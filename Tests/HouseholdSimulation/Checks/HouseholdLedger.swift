import Household
import ProfilesAPI
import RPC

/// What callers were told, for the end to be held against.
// Unchecked: touched by the simulation's thread alone.
final class HouseholdLedger: @unchecked Sendable {
    /// Things that were asked for, and those of them whose answer came.
    struct Wishes {
        var asked: Set<String> = []
        var acknowledged: Set<String> = []
    }

    /// A profile that was deleted, and what it had left.
    struct Visitor {
        let profile: String
        let token: AccessToken
        /// What is to be found nowhere.
        let canary: String
    }

    /// What one follower of the household's events was told: where each stood.
    struct Told {
        let position: StreamPosition?
        let event: ProfilesEvent
    }

    private let simulation: Simulation
    var favourites = Wishes()
    var pages = Wishes()
    var queued = Wishes()
    var sessions = Wishes()
    var bookings = Wishes()
    /// The furthest position of each title.
    var positions: [ContentID: (acknowledged: Double, asked: Double)] = [:]
    /// What the household may be called: what was acknowledged last, and what is unknown since.
    var names: Set<String> = []
    var deleted: [Visitor] = []
    var told: [Told] = []
    private(set) var acknowledged = 0
    private(set) var unknown = 0
    /// What is not as it should be.
    private(set) var problems: [String] = []

    init(_ simulation: Simulation) { self.simulation = simulation }

    func report(_ problem: String) { problems.append(problem) }

    /// Asks for something that has a name, and notes what came of it; nil when no answer came.
    @discardableResult
    func ask<Answer: Sendable>(
        _ name: String, _ wishes: ReferenceWritableKeyPath<HouseholdLedger, Wishes>,
        _ body: () async throws -> Answer
    ) async -> Answer? {
        self[keyPath: wishes].asked.insert(name)
        guard let answer = await ask(body) else { return nil }
        self[keyPath: wishes].acknowledged.insert(name)
        return answer
    }

    /// Asks for something, and notes what came of it; nil when no answer came.
    func ask<Answer: Sendable>(_ body: () async throws -> Answer) async -> Answer? {
        do {
            let answer = try await body()
            acknowledged += 1
            simulation.note("acknowledged")
            return answer
        } catch {
            if (error as? RPCError)?.executed == .maybe { unknown += 1 }
            simulation.note("\(error)")
            return nil
        }
    }

    /// Asks again until there is an answer, for what can be repeated.
    ///
    /// - Throws: the last failure, after a time in which it should have worked.
    func insist<Answer: Sendable>(_ body: () async throws -> Answer) async throws -> Answer {
        for _ in 0..<60 {
            do { return try await body() } catch { simulation.note("again after \(error)") }
            try await simulation.sleep(for: .milliseconds(50))
        }
        return try await body()
    }

    /// Holds what is there against what was asked for.
    func compare(_ what: String, _ found: [String], _ wishes: Wishes) {
        let lost = wishes.acknowledged.subtracting(found)
        if !lost.isEmpty { report("\(what) were acknowledged and are lost: \(lost.sorted())") }
        if Set(found).count != found.count { report("\(what) are there twice: \(found)") }
        let strange = Set(found).subtracting(wishes.asked)
        if !strange.isEmpty { report("\(what) were never asked for: \(strange.sorted())") }
    }
}
