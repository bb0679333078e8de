internal import ServiceKit

/// A file of links that a caller has sent, opened for reading from its beginning.
final class LinkFile {
    /// Why a file cannot be imported, for people.
    struct Problem: Error, Hashable {
        let text: String
    }

    private let file: StoredFile

    /// Opens a file.
    ///
    /// - Throws: ``Problem``; ``StoredFile/Failure/exhausted``, which is not the file's fault.
    init(path: String) throws {
        do throws(StoredFile.Failure) { file = try StoredFile(path: path) } catch {
            if error == .exhausted { throw error }
            throw Problem(text: "The service cannot open the file that it has received.")
        }
    }

    /// The next piece; empty at the end.
    ///
    /// - Throws: ``Problem`` when the disk fails.
    func read(_ count: Int) throws -> [UInt8] {
        do {
            return try [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
                length = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
            }
        } catch {
            throw Problem(text: "The file could not be read to its end.")
        }
    }

    /// Its first bytes; reading starts with them again.
    ///
    /// - Throws: ``Problem`` when the disk fails.
    func head(_ count: Int) throws -> [UInt8] {
        let head = try read(count)
        do { try file.rewind() } catch {
            throw Problem(text: "The file could not be read a second time.")
        }
        return head
    }
}
