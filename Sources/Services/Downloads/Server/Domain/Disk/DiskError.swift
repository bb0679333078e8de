internal import DownloadsAPI
internal import Glibc

/// The disk did not do what was asked.
struct DiskError: Error, Sendable, Hashable {
    /// The system's number for what went wrong.
    let number: Int32

    /// What went wrong just now.
    static var last: DiskError { DiskError(number: errno) }

    /// As the person sees it who wants the download.
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
