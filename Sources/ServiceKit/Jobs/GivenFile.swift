package import Foundation
internal import Glibc

/// A file that somebody has named by its path, opened for reading from its beginning to its end.
package final class GivenFile {
    /// Why a file is not taken in: a sentence for people.
    package enum Refusal: Error, Hashable, CustomStringConvertible {
        /// It lies where the service keeps its own files.
        case forbidden
        /// There is none, or the service may not open it.
        case closed(reason: String)
        /// A folder, a pipe or a device: reading it could block for ever.
        case notRegular
        /// It is longer than is taken in.
        case tooLong(bytes: Int64, limit: Int)
        /// The service itself has no descriptor or memory left. It says nothing of the file: later it may be opened.
        case exhausted

        package var description: String {
            switch self {
            case .forbidden: "The file belongs to Hearth itself and cannot be taken in."
            case .closed(let reason): "The service cannot open the file: \(reason)."
            case .notRegular: "This is not a file that can be read from beginning to end."
            case .tooLong(let bytes, let limit): "The file has \(bytes) bytes and the limit is \(limit)."
            case .exhausted: "The service has too many files and connections open. Try again later."
            }
        }

        /// What opening it, or looking at it, has ended with (errno, POSIX open()).
        package init(_ number: Int32) {
            switch number {
            case EMFILE, ENFILE, ENOMEM: self = .exhausted
            default: self = .closed(reason: String(cString: strerror(number)))
            }
        }
    }

    /// Its length in bytes when it was opened.
    package let size: Int64
    /// Its last change, in milliseconds since 1970.
    package let modified: Int64
    /// Reads it; it is closed with this object.
    package let handle: FileHandle

    /// Opens a file.
    ///
    /// - Parameter forbidden: directories whose files nobody may take in.
    /// - Throws: ``Refusal``.
    package init(path: String, maximumBytes: Int, forbidden: [String]) throws(Refusal) {
        // The real place counts, not the way to it.
        let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let isForbidden = forbidden.contains { directory in
            let root = URL(fileURLWithPath: directory).resolvingSymlinksInPath().path
            return real == root || real.hasPrefix(root + "/")
        }
        guard !isForbidden else { throw .forbidden }
        var status = stat()
        // Before it is opened, for opening a device may do something; and what was opened may be another one by then.
        guard stat(real, &status) == 0 else { throw Refusal(errno) }
        guard Self.isRegular(status) else { throw .notRegular }
        let descriptor = open(real, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Refusal(errno) }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard fstat(descriptor, &status) == 0 else { throw Refusal(errno) }
        guard Self.isRegular(status) else { throw .notRegular }
        size = Int64(status.st_size)
        guard size <= maximumBytes else { throw .tooLong(bytes: size, limit: maximumBytes) }
        modified = Int64(status.st_mtim.tv_sec) * 1_000 + Int64(status.st_mtim.tv_nsec) / 1_000_000
    }

    private static func isRegular(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }
}
