internal import DownloadsAPI
internal import Glibc

/// A failed file operation.
struct DiskError: Error, Sendable, Hashable {
    /// The system's errno.
    let number: Int32

    /// The error of the last system call.
    static var last: DiskError { DiskError(number: errno) }

    /// The error as shown to the user.
    var asTrouble: DownloadsError {
        switch number {
        case ENOSPC, EDQUOT, EFBIG:
            .trouble(.diskFull, "The disk is full. Make room on it and retry the download.")
        case EROFS: .trouble(.diskFailed, "The disk is read-only. Mount it for writing and retry the download.")
        default:
            .trouble(
                .diskFailed, "The disk did not take the download (\(String(cString: strerror(number)))). Retry it.")
        }
    }
}
