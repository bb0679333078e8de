internal import Foundation
internal import Glibc
internal import Synchronization

/// The files that a job fetches, in a directory of their own that goes with the job.
final class FetchDirectory: Sendable {
    private let parent: String
    private let directory: String
    private let count = Mutex(0)

    /// Makes the directory, empty and readable by its owner only: fetched files contain credentials.
    ///
    /// - Parameters:
    ///   - parent: the directory of all jobs.
    ///   - run: names this run of the service.
    /// - Throws: ``JobAbort/failed(_:)`` when the disk is full.
    init(job: String, in parent: String, run: String) throws {
        self.parent = parent
        directory = "\(parent)/\(run).\(job)"
        // Another job that ends just now may take the parent away in between.
        for _ in 0..<Self.attempts {
            _ = mkdir(parent, 0o700)
            if mkdir(directory, 0o700) == 0 { return }
            guard errno == ENOENT else { break }
        }
        throw JobAbort.failed("The service cannot write what it fetches to its disk.")
    }

    private static let attempts = 3

    deinit { remove() }

    /// Removes what earlier runs of the service have left.
    static func removeLeftovers(in parent: String, run: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where !name.hasPrefix("\(run).") {
            try? FileManager.default.removeItem(atPath: "\(parent)/\(name)")
        }
        _ = rmdir(parent)
    }

    /// Makes a new file.
    ///
    /// - Throws: ``JobAbort/failed(_:)`` when there is no room for it.
    func make() throws -> (path: String, handle: FileHandle) {
        let number = count.withLock { count in
            count += 1
            return count
        }
        let path = "\(directory)/\(number)"
        guard
            FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw Self.noRoom }
        return (path, handle)
    }

    static let noRoom = JobAbort.failed("There is no room on the service's disk for what it fetches.")

    /// Removes everything, and the directory of all jobs after the last one.
    func remove() {
        try? FileManager.default.removeItem(atPath: directory)
        _ = rmdir(parent)
    }
}
