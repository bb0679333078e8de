internal import Glibc

/// Kills the process between two steps, at an enabled ``FailPoint``: for tests and chaos runs.
///
/// Disabled unless the service was started with `--chaos-directory`. Then a file `SERVICE.POINT` in that directory
/// triggers one crash: the process that reaches the failpoint removes the file and kills itself (SIGKILL), so that its
/// successor survives.
package struct FailPoints: Sendable {
    private let onHit: (@Sendable (FailPoint) -> Void)?

    /// No failpoints: the default without `--chaos-directory`.
    package static let none = FailPoints(onHit: nil)

    /// Calls `onHit` at each failpoint, for simulations, which have no process to kill.
    package init(onHit: (@Sendable (FailPoint) -> Void)?) { self.onHit = onHit }

    /// Enables failpoints by files in a directory, which is created if missing.
    ///
    /// - Throws: ``ShardError/notPrivate(path:reason:)`` when other users may create files there.
    init(directory: String, service: String) throws {
        try Files.makePrivate(directory)
        self.init { point in
            guard unlink(Self.file(of: point, service: service, in: directory)) == 0 else { return }
            kill(getpid(), SIGKILL)
        }
    }

    /// The file that triggers a service's failpoint.
    package static func file(of point: FailPoint, service: String, in directory: String) -> String {
        "\(directory)/\(service).\(point.rawValue)"
    }

    /// Marks that execution has reached this failpoint.
    func reach(_ point: FailPoint) { onHit?(point) }
}
