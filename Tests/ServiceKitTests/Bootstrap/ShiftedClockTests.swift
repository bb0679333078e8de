import RPC
import TestSupport
import Testing

@testable import ServiceKit

struct ShiftedClockTests {
    @Test
    func `the file sets the wall clock ahead and back, and the monotonic clock never`() throws {
        let directory = try TemporaryDirectory()
        let simulation = Simulation(seed: 1)
        let clock = ShiftedClock(simulation, service: "profiles", directory: directory.path)
        let isOver = simulation.run {
            do {
                try await check(clock, simulation, directory)
            } catch {
                Issue.record(error)
            }
        }
        #expect(isOver)
    }

    private func check(_ clock: ShiftedClock, _ base: Simulation, _ directory: TemporaryDirectory) async throws {
        /// What the clock is ahead, once the file's last reading counts no more.
        func shift() async throws -> Duration {
            try await base.sleep(for: .milliseconds(60))
            #expect(clock.now == base.now)
            return .nanoseconds(clock.wallTime.nanosecondsSince1970 - base.wallTime.nanosecondsSince1970)
        }
        #expect(try await shift() == .zero)
        try ShiftedClock.set(.seconds(90), of: "profiles", in: directory.path)
        #expect(try await shift() == .seconds(90))
        try ShiftedClock.set(.milliseconds(-1500), of: "profiles", in: directory.path)
        #expect(try await shift() == .milliseconds(-1500))
        for text in ["soon", "", "1e300", "nan"] {
            _ = try directory.write(text, to: "profiles.clock")
            #expect(try await shift() == .zero, "\(text)")
        }
        try ShiftedClock.set(.seconds(5), of: "catalog", in: directory.path)
        ShiftedClock.remove(of: "profiles", in: directory.path)
        #expect(try await shift() == .zero)
    }
}
