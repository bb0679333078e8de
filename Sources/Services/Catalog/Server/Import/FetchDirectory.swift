internal import Foundation
internal import Glibc
internal import Synchronization

/// The files that a job fetches, in a directory of their own that is deleted with the job.
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
        // Another job that ends at the same time may delete the parent in between.
        for _ in 0..<Self.attempts {
            _ = mkdir(parent, 0o700)
            if mkdir(directory, 0o700) == 0 { return }
            guard errno == ENOENT else { break }
        }
        throw JobAbort.failed("The service cannot write what it fetches to its disk.")
    }

    private static let attempts = 3

    deinit { remove() }

    /// Deletes the directories of earlier runs of the service.
    static func removeLeftovers(in parent: String, run: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where !name.hasPrefix("\(run).") {
            try? FileManager.default.removeItem(atPath: "\(parent)/\(name)")
        }
        _ = rmdir(parent)
    }

    /// Creates a file.
    ///
    /// - Throws: ``JobAbort/failed(_:)`` when the disk is full.
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

    /// Deletes the directory, and after the last job the parent.
    func remove() {
        try? FileManager.default.removeItem(atPath: directory)
        _ = rmdir(parent)
    }
}
