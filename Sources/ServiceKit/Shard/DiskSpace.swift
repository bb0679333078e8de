internal import Foundation
internal import Glibc

/// The room of a file system.
package enum DiskSpace {
    /// Bytes that this user can still write below a directory; nil when the system does not say.
    package static func freeBytes(below path: String) -> Int64? {
        var space = statvfs()
        guard statvfs(path, &space) == 0 else { return nil }
        return Int64(
            clamping: UInt64(space.f_bavail).multipliedReportingOverflow(by: UInt64(space.f_frsize)).partialValue)
    }
}
