internal import Glibc

/// A file being written: under a temporary name until it is complete and durable. All functions block.
// Unchecked: one fetch owns it, and uses it from one call to the next.
final class StagedFile: @unchecked Sendable {
    private let path: String
    private let stagedPath: String
    private let file: Int32
    private let watch: (any DiskObserver)?
    /// Its size.
    private(set) var bytes: Int64

    private static let staged = ".part"

    /// Opens it, truncated to its first `kept` bytes.
    ///
    /// - Throws: ``DiskError``.
    init(_ path: String, keeping kept: Int64, watch: (any DiskObserver)?) throws {
        (self.path, self.watch) = (path, watch)
        let stagedPath = path + Self.staged
        self.stagedPath = stagedPath
        (file, bytes) = try watch.make(.open(stagedPath, keeping: kept)) {
            let file = open(stagedPath, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard file >= 0 else { throw DiskError.last }
            // Written bytes that may not be durable are fetched again; missing ones cannot be kept.
            let length = min(kept, Int64(lseek(file, 0, SEEK_END)))
            guard ftruncate(file, off_t(length)) == 0, lseek(file, off_t(length), SEEK_SET) >= 0 else {
                let error = DiskError.last
                close(file)
                throw error
            }
            return (file, length)
        }
    }

    deinit { close(file) }

    /// Appends bytes.
    ///
    /// - Throws: ``DiskError``.
    func append(_ piece: [UInt8]) throws {
        try watch.make(.append(stagedPath, bytes: piece.count)) {
            var written = 0
            while written < piece.count {
                let count = piece.withUnsafeBytes {
                    Glibc.write(file, $0.baseAddress?.advanced(by: written), piece.count - written)
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw DiskError.last }
                written += count
                bytes += Int64(count)
            }
        }
    }

    /// Makes the written bytes durable.
    ///
    /// - Throws: ``DiskError``; then it is unknown which bytes are durable, and the others have to be written again.
    func sync() throws {
        try watch.make(.sync(stagedPath)) { guard fdatasync(file) == 0 else { throw DiskError.last } }
    }

    /// Renames it to its final name.
    ///
    /// - Throws: ``DiskError``.
    func publish() throws {
        try watch.make(.sync(stagedPath)) { guard fsync(file) == 0 else { throw DiskError.last } }
        try watch.make(.rename(stagedPath, to: path)) {
            guard rename(stagedPath, path) == 0 else { throw DiskError.last }
        }
    }

    /// Whether a name is that of an incomplete file.
    static func isStaged(_ name: String) -> Bool { name.hasSuffix(staged) }
}
