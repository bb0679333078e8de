internal import Basics
internal import Glibc

/// A private file of the service, uploaded or fetched, open for sequential reading.
package final class StoredFile {
    /// Why a file cannot be read.
    package enum Failure: Error, Hashable {
        /// The service has no descriptor or memory left: the file may be opened later.
        case exhausted
        /// The file does not exist, or the disk fails.
        case unreadable
    }

    private let descriptor: Int32
    /// Its length in bytes when it was opened.
    package let size: Int64

    /// Opens a regular file; symlinks are rejected.
    ///
    /// - Throws: ``Failure``.
    package init(path: String) throws(Failure) {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw [EMFILE, ENFILE, ENOMEM].contains(errno) ? .exhausted : .unreadable }
        guard let status = FileStatus(descriptor: descriptor), status.isRegularFile else {
            close(descriptor)
            throw .unreadable
        }
        (self.descriptor, size) = (descriptor, status.size)
    }

    deinit { close(descriptor) }

    /// Reads the next bytes into a buffer.
    ///
    /// - Returns: the number of bytes; 0 at the end.
    /// - Throws: ``Failure/unreadable`` when the disk fails.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        while true {
            let length = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if length < 0, errno == EINTR { continue }
            guard length >= 0 else { throw .unreadable }
            return length
        }
    }

    /// Seeks to the beginning.
    ///
    /// - Throws: ``Failure/unreadable`` when the disk fails.
    package func rewind() throws(Failure) {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .unreadable }
    }
}
