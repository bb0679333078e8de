internal import Glibc

/// A private file of the service's own, uploaded or fetched, opened for reading from its beginning to its end.
package final class StoredFile {
    /// Why a file cannot be read.
    package enum Failure: Error, Hashable {
        /// The service itself has no descriptor or memory left: later the file may be opened.
        case exhausted
        /// There is none, or the disk fails.
        case unreadable
    }

    private let descriptor: Int32
    /// Its length in bytes when it was opened.
    package let size: Int64

    /// Opens a file, which is no link.
    ///
    /// - Throws: ``Failure``.
    package init(path: String) throws(Failure) {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw [EMFILE, ENFILE, ENOMEM].contains(errno) ? .exhausted : .unreadable }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .unreadable
        }
        (self.descriptor, size) = (descriptor, Int64(status.st_size))
    }

    deinit { close(descriptor) }

    /// Reads the next bytes into a buffer.
    ///
    /// - Returns: how many; 0 at the end.
    /// - Throws: ``Failure/unreadable`` when the disk fails.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int {
        while true {
            let length = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if length < 0, errno == EINTR { continue }
            guard length >= 0 else { throw .unreadable }
            return length
        }
    }

    /// Goes back to the beginning.
    ///
    /// - Throws: ``Failure/unreadable`` when the disk fails.
    package func rewind() throws(Failure) {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .unreadable }
    }
}
