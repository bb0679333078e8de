internal import Basics
internal import Glibc

/// The log files of one service in the data directory: `logs/catalog.log`, and the ones before it, `catalog.log.1` to
/// `catalog.log.3`, of which the last is the oldest.
public struct ServiceLogFiles: Sendable, Hashable {
    /// The service.
    public let service: String
    private let directory: String

    /// The size at which a log is rotated, in bytes: 4 MiB.
    public static let limitBytes = 4 << 20
    /// How many rotated logs are kept, so that a service has at most 16 MiB of logs.
    public static let keptFiles = 3
    /// The name under which the supervisor's own log is kept: what concerns the cluster as a whole.
    public static let supervisor = "hearth"

    /// The log files of a service, or of the ``supervisor``.
    public init(service: String, dataDirectory: String) {
        self.service = service
        directory = Self.directory(in: dataDirectory)
    }

    /// The directory of all logs.
    public static func directory(in dataDirectory: String) -> String { "\(dataDirectory)/logs" }

    /// The log that is written to.
    public var path: String { "\(directory)/\(service).log" }

    /// All paths, from the oldest log to the one that is written to.
    var paths: [String] { (1...Self.keptFiles).reversed().map(path) + [path] }

    private func path(before number: Int) -> String { "\(path).\(number)" }

    /// Moves each log one place back, so that a new one can begin; the oldest is dropped.
    ///
    /// - Returns: false when the log could not be moved, for example on a disk without free inodes.
    func rotate() -> Bool {
        for number in (1..<Self.keptFiles).reversed() { rename(path(before: number), path(before: number + 1)) }
        return rename(path, path(before: 1)) == 0
    }
}
