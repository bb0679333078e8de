/// Why a backup cannot be written or read.
package enum BackupError: Error, Sendable, Hashable {
    /// The path has something already, which is never replaced.
    case exists(path: String)
    /// Another process writes a backup of this name.
    case busy(path: String)
    /// There is nothing at the path.
    case missing(path: String)
    /// It is no backup at all.
    case notABackup(path: String)
    /// A later version of the suite wrote it.
    case newer(version: Int)
    /// Its end is missing.
    case cut
    /// Its bytes were changed.
    case damaged(String)
    /// It is encrypted, and no key was given.
    case keyNeeded(BackupKey.Kind)
    /// The key is another one.
    case wrongKey(BackupKey.Kind)
    /// A key is not usable.
    case invalidKey(String)
    /// The system reported an error.
    case system(call: String, path: String, reason: String)
}

extension BackupError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .exists(let path): "\(path) exists already, and a backup replaces nothing"
        case .busy(let path): "another process writes \(path) now"
        case .missing(let path): "there is no \(path)"
        case .notABackup(let path): "\(path) is no backup"
        case .newer(let version):
            "a later version of Hearth wrote it (format \(version), this one reads \(BackupManifest.currentVersion))"
        case .cut: "it is cut short: its end is missing"
        case .damaged(let what): "it is damaged: \(what)"
        case .keyNeeded(.keyFile): "it is encrypted with a key file"
        case .keyNeeded(.passphrase): "it is encrypted with a passphrase"
        case .wrongKey(.keyFile): "it is encrypted with another key"
        case .wrongKey(.passphrase): "it is encrypted with another passphrase"
        case .invalidKey(let reason): "the key cannot be used: \(reason)"
        case .system(let call, let path, let reason): "\(path) cannot be used (\(call)): \(reason)"
        }
    }
}
