internal import Basics
internal import Foundation
internal import Glibc

/// A private file that is being written. Its creator closes it.
struct UploadFile: Sendable {
    /// Why a file could not be written.
    struct Failure: Error {
        /// The system's error number (errno).
        let number: Int32

        /// Whether the disk, or the user's quota, is full.
        var isFull: Bool { [ENOSPC, EDQUOT].contains(number) }
        /// Whether the process has no descriptor or memory left.
        var isExhausted: Bool { [EMFILE, ENFILE, ENOMEM].contains(number) }
    }

    private let path: String
    private let descriptor: Int32

    /// Creates a file of this name, which must not exist.
    ///
    /// - Throws: ``Failure``.
    init(creating path: String) throws(Failure) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(number: errno) }
    }

    /// Writes all bytes.
    ///
    /// - Throws: ``Failure``.
    func write(_ data: Data) throws(Failure) {
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure(number: count < 0 ? errno : ENOSPC) }
            rest = rest.dropFirst(count)
        }
    }

    /// Syncs the bytes and the file's name to disk.
    ///
    /// - Throws: ``Failure``.
    func sync() throws(Failure) {
        guard fsync(descriptor) == 0 else { throw Failure(number: errno) }
        _ = Files.sync((path as NSString).deletingLastPathComponent)
    }

    /// Closes the file.
    func close() { _ = Glibc.close(descriptor) }
}

/// A digest over bytes that arrive in pieces: to recognize the same file, not for secrets.
struct UploadDigest: Sendable {
    private var hash = FNV1a()

    /// Adds the next bytes.
    mutating func add(_ data: Data) {
        data.withUnsafeBytes { hash.add($0) }
    }

    /// The digest of all bytes so far.
    var value: Int64 { Int64(bitPattern: hash.value) }
}
