internal import Foundation
internal import Synchronization

/// The files that a job fetches, in a directory of their own that goes with the job. What a killed run has left there goes
/// when the next one begins: jobs of a household run one after the other.
final class FetchedFiles: Sendable {
    private let directory: String
    private let count = Mutex(0)

    /// Makes the directory, empty and for nobody else's eyes: what is fetched holds accounts.
    ///
    /// - Throws: ``JobEnd/failed(_:)`` when there is no room for it.
    init(household: String, in dataDirectory: String) throws {
        directory = "\(dataDirectory)/\(household)/catalog.fetched"
        remove()
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw JobEnd.failed("The service cannot write what it fetches to its disk.")
        }
    }

    deinit { remove() }

    /// Makes a new file.
    ///
    /// - Throws: ``JobEnd/failed(_:)`` when there is no room for it.
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

    static let noRoom = JobEnd.failed("There is no room on the service's disk for what it fetches.")

    /// Removes everything.
    func remove() { try? FileManager.default.removeItem(atPath: directory) }
}
