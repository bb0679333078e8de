internal import Cluster
internal import Foundation
internal import Glibc

/// The process of a run, written into the run's directory, so that a later one can tell what a dead run left behind.
struct RunOwner: Codable {
    /// The process.
    let process: Int32
    /// When it started, in ticks since boot: a later process with the same ID is another one.
    let began: UInt64

    private static let file = "owner.json"

    /// This process; nil where the system has no /proc.
    static var current: RunOwner? {
        let process = getpid()
        return ProcessStat(process).map { RunOwner(process: process, began: $0.began) }
    }

    /// Whether the process still runs.
    var isAlive: Bool { ProcessStat(process)?.began == began }

    /// Reads the owner of a run's directory; nil when the directory is none of a run.
    static func read(in directory: String) -> RunOwner? {
        FileManager.default.contents(atPath: "\(directory)/\(file)")
            .flatMap { try? JSONDecoder().decode(RunOwner.self, from: $0) }
    }

    /// - Throws: `CocoaError` when it cannot be written.
    func write(in directory: String) throws {
        try JSONEncoder().encode(self).write(to: URL(filePath: "\(directory)/\(Self.file)"))
    }
}
