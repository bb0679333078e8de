/// Why a playlist cannot be downloaded.
enum HLSError: Error, Sendable, Hashable {
    /// Not an HLS playlist: a web page, a list of channels.
    case notAPlaylist
    /// A limit is exceeded.
    case tooMuch(String, limit: Int)
    /// A live stream, or an event that has not ended.
    case live
    /// The segments are DRM-protected, by name: `SAMPLE-AES`, a DRM's key format.
    case protected(String)
    /// All segments are marked as gaps.
    case gaps
    /// An undefined variable, by name.
    case undefinedVariable(String)
    /// Nothing to play: no segment, no variant, or single pictures only.
    case nothingToPlay
    /// The playlist is malformed.
    case malformed(String)
}
