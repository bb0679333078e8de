internal import Glibc

/// Kills the process between two steps, at an enabled ``FailPoint``: for tests and chaos runs.
///
/// Disabled unless the service was started with `--chaos-directory`. Then a file `SERVICE.POINT` in that directory
/// triggers one crash: the process that reaches the failpoint removes the file and kills itself (SIGKILL), so that its
/// successor survives.
package struct FailPoints: Sendable {
    private let onHit: (@Sendable (FailPoint) -> Void)?
    /// Kills the process when the directory has a file for the point of this name.
    private let trigger: (@Sendable (String) -> Void)?

    /// No failpoints: the default without `--chaos-directory`.
    package static let none = FailPoints(onHit: nil)

    /// Calls `onHit` at each failpoint, for simulations, which have no process to kill.
    package init(onHit: (@Sendable (FailPoint) -> Void)?) { (self.onHit, trigger) = (onHit, nil) }

    /// Calls `onReach` at each failpoint of a backup or an upgrade, for tests in one process.
    package init(onReach: @escaping @Sendable (BackupFailPoint) -> Void) {
        onHit = nil
        trigger = { name in if let point = BackupFailPoint(rawValue: name) { onReach(point) } }
    }

    /// Calls `onReach` at each failpoint of the erasure of a household, for tests in one process.
    package init(onErasure: @escaping @Sendable (ErasureFailPoint) -> Void) {
        onHit = nil
        trigger = { name in if let point = ErasureFailPoint(rawValue: name) { onErasure(point) } }
    }

    /// Enables failpoints by files in a directory, which is created if missing.
    ///
    /// - Throws: ``ShardError/notPrivate(path:reason:)`` when other users may create files there.
    package init(directory: String, service: String) throws {
        try Files.makePrivate(directory)
        let trigger: @Sendable (String) -> Void = { name in
            guard unlink("\(directory)/\(service).\(name)") == 0 else { return }
            kill(getpid(), SIGKILL)
        }
        self.trigger = trigger
        onHit = { trigger($0.rawValue) }
    }

    /// The file that triggers a service's failpoint.
    package static func file(of point: FailPoint, service: String, in directory: String) -> String {
        "\(directory)/\(service).\(point.rawValue)"
    }

    /// Marks that execution has reached this failpoint.
    func reach(_ point: FailPoint) { onHit?(point) }

    /// The file that triggers a failpoint of a process: a service, or `hearth`.
    package static func file(of point: BackupFailPoint, process: String, in directory: String) -> String {
        "\(directory)/\(process).\(point.rawValue)"
    }

    /// The file that triggers a service's failpoint of an erasure.
    package static func file(of point: ErasureFailPoint, service: String, in directory: String) -> String {
        "\(directory)/\(service).\(point.rawValue)"
    }

    /// Marks that execution has reached this failpoint of an erasure.
    func reach(_ point: ErasureFailPoint) { trigger?(point.rawValue) }

    /// Marks that execution has reached this failpoint of a backup or a restore.
    package func reach(_ point: BackupFailPoint) { trigger?(point.rawValue) }
}
