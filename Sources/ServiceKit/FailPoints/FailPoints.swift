internal import Glibc

/// Has a process die between two steps, at a ``FailPoint`` that somebody named: for tests and chaos runs.
///
/// Nothing dies unless the service was started with `--chaos-directory`. Then a file `SERVICE.POINT` in that directory is
/// one death: whoever reaches the point takes the file away and kills itself (SIGKILL), so that its successor lives.
package struct FailPoints: Sendable {
    private let onHit: (@Sendable (FailPoint) -> Void)?

    /// Nobody dies: what runs with `--chaos-directory` not given.
    package static let none = FailPoints(onHit: nil)

    /// Has `onHit` decide, for simulations: there is no process to kill in one.
    package init(onHit: (@Sendable (FailPoint) -> Void)?) { self.onHit = onHit }

    /// Has files in a directory decide. It is made when it is not there.
    ///
    /// - Throws: ``ShardError/notPrivate(path:reason:)`` when others than this user may put files there.
    init(directory: String, service: String) throws {
        try Files.makePrivate(directory)
        self.init { point in
            guard unlink(Self.file(of: point, service: service, in: directory)) == 0 else { return }
            kill(getpid(), SIGKILL)
        }
    }

    /// The file that has a service die at a point.
    package static func file(of point: FailPoint, service: String, in directory: String) -> String {
        "\(directory)/\(service).\(point.rawValue)"
    }

    /// The program is at this point.
    func reach(_ point: FailPoint) { onHit?(point) }
}
