internal import Foundation
package import RPC
internal import Synchronization

/// A runtime whose wall clock a file sets ahead or back, for chaos runs; its monotonic clock is the machine's.
///
/// A service that was started with `--chaos-directory` uses it: a file `SERVICE.clock` there has the seconds by which its wall clock
/// is ahead. It counts from a twentieth of a second after it was written.
package final class ShiftedClock: Runtime {
    private struct Reading {
        var shift = Duration.zero
        var next: MonotonicInstant?
    }

    private let base: any Runtime
    private let path: String
    private let reading = Mutex(Reading())

    /// How long a reading of the file counts.
    private static let validity = Duration.milliseconds(50)

    /// The clock of a service.
    package init(_ base: any Runtime, service: String, directory: String) {
        (self.base, path) = (base, Self.file(of: service, in: directory))
    }

    private static func file(of service: String, in directory: String) -> String { "\(directory)/\(service).clock" }

    /// Sets a service's clock ahead, or back.
    ///
    /// - Throws: `CocoaError`.
    package static func set(_ shift: Duration, of service: String, in directory: String) throws {
        let seconds = Double(shift.wholeMilliseconds) / 1000
        try Data("\(seconds)\n".utf8).write(to: URL(filePath: file(of: service, in: directory)), options: .atomic)
    }

    /// Puts a service's clock right.
    package static func remove(of service: String, in directory: String) {
        try? FileManager.default.removeItem(atPath: file(of: service, in: directory))
    }

    package var wallTime: WallTime {
        let now = base.now
        let shift = reading.withLock { reading in
            if let next = reading.next, now < next { return reading.shift }
            let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
            let seconds = text.flatMap { Double($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 0
            let isUsable = seconds.magnitude <= Self.farthestSeconds
            reading = Reading(
                shift: isUsable ? .milliseconds(Int64(seconds * 1000)) : .zero, next: now.advanced(by: Self.validity))
            return reading.shift
        }
        return base.wallTime.advanced(by: shift)
    }

    /// A century.
    private static let farthestSeconds = 100 * 366 * 86_400.0

    package var now: MonotonicInstant { base.now }
    package var clockDomain: ClockDomain { base.clockDomain }

    package func random() -> UInt64 { base.random() }

    @discardableResult
    package func spawn(_ body: @escaping @Sendable @concurrent () async -> Void) -> Task<Void, Never> {
        base.spawn(body)
    }

    package func spawn(each jobs: [any RuntimeJob]) { base.spawn(each: jobs) }

    package func spawn(ahead job: any RuntimeJob) { base.spawn(ahead: job) }

    package func sleep(until instant: MonotonicInstant) async throws { try await base.sleep(until: instant) }

    package func schedule(at instant: MonotonicInstant, _ body: @escaping @Sendable () -> Void) {
        base.schedule(at: instant, body)
    }
}
