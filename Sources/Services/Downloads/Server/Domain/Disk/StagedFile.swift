internal import Glibc
internal import RPC

/// A file that is being written: under another name until it is all there and durable. All functions block.
// Unchecked: one fetch has it, and uses it from one call to the next.
final class StagedFile: @unchecked Sendable {
    private let path: String
    private let stagedPath: String
    private let file: Int32
    private let watch: (any DiskObserver)?
    /// How many bytes it has.
    private(set) var bytes: Int64

    private static let staged = ".part"

    /// Opens it with the first bytes that are there from before, and no more than those.
    ///
    /// - Throws: ``DiskError``.
    init(_ path: String, keeping kept: Int64, watch: (any DiskObserver)?) throws {
        (self.path, self.watch) = (path, watch)
        let stagedPath = path + Self.staged
        self.stagedPath = stagedPath
        (file, bytes) = try watch.make(.open(stagedPath, keeping: kept)) {
            let file = open(stagedPath, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard file >= 0 else { throw DiskError.last }
            // What was written and may not be durable is fetched again; what is missing cannot be kept.
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

    /// Adds bytes at its end.
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

    /// Makes what was written durable.
    ///
    /// - Throws: ``DiskError``; what it was is not known then, and what is not durable has to be written again.
    func sync() throws {
        try watch.make(.sync(stagedPath)) { guard fdatasync(file) == 0 else { throw DiskError.last } }
    }

    /// Puts it into its place.
    ///
    /// - Throws: ``DiskError``.
    func publish() throws {
        if Defect.renamesBeforeSync.isPlanted {
            return try watch.make(.rename(stagedPath, to: path)) {
                guard rename(stagedPath, path) == 0 else { throw DiskError.last }
            }
        }
        try watch.make(.sync(stagedPath)) { guard fsync(file) == 0 else { throw DiskError.last } }
        try watch.make(.rename(stagedPath, to: path)) {
            guard rename(stagedPath, path) == 0 else { throw DiskError.last }
        }
    }

    /// Whether a name is of a file that is not all there.
    static func isStaged(_ name: String) -> Bool { name.hasSuffix(staged) }
}
