internal import Foundation
internal import ServiceKit

/// A file of links, opened for reading from its beginning.
final class LinkFile {
    /// Why a file cannot be taken in, for people.
    struct Problem: Error, Hashable {
        let text: String
    }

    private let file: GivenFile

    /// Its length in bytes when it was opened.
    var size: Int64 { file.size }
    /// Its last change, in milliseconds since 1970.
    var modified: Int64 { file.modified }

    /// Opens a file.
    ///
    /// - Parameter forbidden: directories whose files nobody may take in.
    /// - Throws: ``Problem``; ``GivenFile/Refusal/exhausted``, which is not the file's fault.
    init(path: String, forbidden: [String]) throws {
        guard path.hasPrefix("/") else { throw Problem(text: "The file's path must be absolute.") }
        do throws(GivenFile.Refusal) {
            file = try GivenFile(path: path, maximumBytes: ReadingListLimits.fileBytes, forbidden: forbidden)
        } catch {
            if error == .exhausted { throw error }
            throw Problem(text: error.description)
        }
    }

    /// The next piece; empty at the end.
    ///
    /// - Throws: ``Problem`` when the disk fails.
    func read(_ count: Int) throws -> [UInt8] {
        do { return try file.handle.read(upToCount: count).map { [UInt8]($0) } ?? [] } catch {
            throw Problem(text: "The file could not be read to its end.")
        }
    }

    /// Its first bytes; reading begins with them again.
    ///
    /// - Throws: ``Problem`` when the disk fails.
    func head(_ count: Int) throws -> [UInt8] {
        let head = try read(count)
        do { try file.handle.seek(toOffset: 0) } catch {
            throw Problem(text: "The file could not be read a second time.")
        }
        return head
    }
}
