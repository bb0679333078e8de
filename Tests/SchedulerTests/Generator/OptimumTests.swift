import Foundation
import TestSupport
import Testing

@testable import SchedulerService

/// Ten fixed weeks beside the exact optimum of the same model, as HiGHS finds it.
@Suite struct OptimumTests {
    private struct Case: Codable {
        var name: String
        var model: WeekModel
        var placements: [WeekModel.Placement]
        var worth: Int
    }

    @Test func `weeks are nearly as good as can be`() async throws {
        let cases = try (1...10).map { seed in
            let model = try RandomWeek(seed: UInt64(seed)).generator.model
            let placements = WeekSolver(model: model).solve()
            return Case(name: "week \(seed)", model: model, placements: placements, worth: model.worth(placements))
        }
        let scratch = try TemporaryDirectory()
        try JSONEncoder().encode(cases).write(to: scratch.url.appending(path: "weeks.json"))
        // Recomputes what a choice is worth and holds it to the model's rules, besides solving it; 3 % is the most that may
        // be missing.
        let output = try await PythonProcess.run(
            "schedule.optimum", [scratch.path("weeks.json"), "0.03"], scratch: scratch.url)
        #expect(output.contains("10 weeks are near enough"), "\(output)")
    }
}
