import Logging
import RPC
import ServiceKit
import Synchronization
import Testing

struct ProcessLogLevelTests {
    @Test
    func `changes what loggers write that were made before, and goes back by itself`() {
        let simulation = Simulation(seed: 1)
        let lines = Mutex(0)
        let level = ProcessLogLevel(.info, runtime: simulation)
        let handler = LineLogHandler(label: "catalog", level: level, format: .text, runtime: simulation) { _ in
            lines.withLock { $0 += 1 }
        }
        let logger = Logger(label: "catalog") { _ in handler }
        /// How many of a line of debug and one of info are written.
        @Sendable func written() -> Int {
            lines.withLock { $0 = 0 }
            logger.debug("a")
            logger.info("b")
            return lines.withLock { $0 }
        }
        let ended = simulation.run {
            #expect(written() == 1)
            #expect(level.set(.debug, for: .seconds(10)) == .info)
            #expect(written() == 2)
            try? await simulation.sleep(for: .seconds(9))
            #expect(written() == 2)
            try? await simulation.sleep(for: .seconds(2))
            #expect(written() == 1)
        }
        #expect(ended)
    }

    @Test
    func `the end of a time does not undo what was said after it`() {
        let simulation = Simulation(seed: 1)
        let level = ProcessLogLevel(.info, runtime: simulation)
        let ended = simulation.run {
            _ = level.set(.trace, for: .seconds(10))
            #expect(level.set(.error) == .trace)
            try? await simulation.sleep(for: .seconds(60))
            #expect(level.current == .error)
            // And goes back to what it was started with, not to what was said in between.
            _ = level.set(.debug, for: .seconds(10))
            try? await simulation.sleep(for: .seconds(60))
            #expect(level.current == .info)
        }
        #expect(ended)
    }

    @Test
    func `a logger's own level counts for that one alone`() {
        let simulation = Simulation(seed: 1)
        let level = ProcessLogLevel(.info, runtime: simulation)
        let handler = LineLogHandler(label: "catalog", level: level, format: .text, runtime: simulation) { _ in }
        var logger = Logger(label: "catalog") { _ in handler }
        let other = logger
        logger.logLevel = .error
        _ = level.set(.debug)
        #expect((logger.logLevel, other.logLevel) == (.error, .debug))
    }
}
