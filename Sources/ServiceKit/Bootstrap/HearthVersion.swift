/// The version that all executables of the suite share.
public enum HearthVersion {
    /// Semantic version 2.0.0 (https://semver.org).
    public static let current = "0.1.0"
}
