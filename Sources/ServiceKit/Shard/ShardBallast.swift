internal import Foundation

/// A file that reserves disk space to release later: on a full disk even deleting needs space.
struct ShardBallast: Sendable {
    let path: String
    let bytes: Int

    init(shard path: String, bytes: Int) {
        self.path = path + ".ballast"
        self.bytes = bytes
    }

    /// The bytes reserved now.
    var heldBytes: Int { Files.bytes(path) }

    /// Reserves the space, if the disk has it.
    ///
    /// - Returns: whether the ballast exists now.
    @discardableResult
    func fill() -> Bool {
        guard bytes > 0 else { return false }
        if heldBytes >= bytes { return true }
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return false }
        let isFilled = posix_fallocate(file, 0, off_t(bytes)) == 0
        close(file)
        if !isFilled { unlink(path) }
        return isFilled
    }

    /// Releases the space.
    ///
    /// - Returns: whether there was any.
    @discardableResult
    func release() -> Bool { bytes > 0 && unlink(path) == 0 }
}
