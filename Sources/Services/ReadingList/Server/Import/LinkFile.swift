internal import Foundation

/// A file of links, opened for reading from its beginning.
final class LinkFile {
    /// Why a file cannot be taken in, for people.
    struct Problem: Error, Hashable {
        let text: String
    }

    /// Its length in bytes when it was opened.
    let size: Int64
    /// Its last change, in milliseconds since 1970.
    let modified: Int64
    private let handle: FileHandle

    /// Opens a file.
    ///
    /// - Parameter forbidden: directories whose files nobody may take in.
    /// - Throws: ``Problem``.
    init(path: String, forbidden: [String]) throws {
        guard path.hasPrefix("/") else { throw Problem(text: "The file's path must be absolute.") }
        // The real place counts, not the way to it.
        let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let isForbidden = forbidden.contains { directory in
            let root = URL(fileURLWithPath: directory).resolvingSymlinksInPath().path
            return real == root || real.hasPrefix(root + "/")
        }
        guard !isForbidden else { throw Problem(text: "The file belongs to Hearth itself and cannot be taken in.") }
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: real) else {
            throw Problem(text: "There is no such file, or the service may not look at it.")
        }
        // A pipe or device could block for ever.
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            throw Problem(text: "This is not a file that can be read from beginning to end.")
        }
        size = (attributes[.size] as? NSNumber)?.int64Value ?? 0
        guard size <= ReadingListLimits.fileBytes else {
            throw Problem(text: "The file has \(size) bytes and the limit is \(ReadingListLimits.fileBytes).")
        }
        modified = (attributes[.modificationDate] as? Date)?.milliseconds ?? 0
        guard let handle = FileHandle(forReadingAtPath: real) else {
            throw Problem(text: "The service may not read the file.")
        }
        self.handle = handle
    }

    deinit { try? handle.close() }

    /// The next piece; empty at the end.
    ///
    /// - Throws: ``Problem`` when the disk fails.
    func read(_ count: Int) throws -> [UInt8] {
        do { return try handle.read(upToCount: count).map { [UInt8]($0) } ?? [] } catch {
            throw Problem(text: "The file could not be read to its end.")
        }
    }

    /// Its first bytes; reading begins with them again.
    ///
    /// - Throws: ``Problem`` when the disk fails.
    func head(_ count: Int) throws -> [UInt8] {
        let head = try read(count)
        do { try handle.seek(toOffset: 0) } catch { throw Problem(text: "The file could not be read a second time.") }
        return head
    }
}
