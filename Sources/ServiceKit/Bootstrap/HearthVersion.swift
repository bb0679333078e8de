internal import CVersionStamp

/// The version that all executables of the suite share.
public enum HearthVersion {
    /// Semantic version 2.0.0 (https://semver.org): that of the release, or the next one in a build that is no release.
    public static let current = stamp.version ?? "0.1.0"

    /// The version, and the commit that a release was built from; what `--version` prints.
    public static let description = stamp.commit.map { "\(current) (\($0))" } ?? current

    /// What `scripts/release` has written into this executable.
    private static let stamp = VersionStamp(String(cString: hearth_version_stamp()))
}

/// The stamp of a release: its version and its commit, separated by a space.
struct VersionStamp: Equatable {
    /// The version of the release.
    let version: String?
    /// The commit that it was built from.
    let commit: String?

    /// Reads a stamp; one with other than two words is none.
    init(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let isStamp = words.count == 2 && words.allSatisfy { !$0.isEmpty }
        version = isStamp ? words[0] : nil
        commit = isStamp ? words[1] : nil
    }
}
