/// Why a playlist is not downloaded.
enum HLSError: Error, Sendable, Hashable {
    /// It is no playlist of HLS at all: a web page, a list of channels.
    case notAPlaylist
    /// It has more of something than is taken.
    case tooMuch(String, limit: Int)
    /// It goes on: a live stream, or an event that has not ended.
    case live
    /// Its segments are protected in a way that only a licensed player undoes, by name: `SAMPLE-AES`, a DRM's key format.
    case protected(String)
    /// It says itself that all of its segments are missing.
    case gaps
    /// It uses a variable, by name, that is defined nowhere.
    case undefinedVariable(String)
    /// It has nothing to play: no segment, no variant, or single pictures only.
    case nothingToPlay
    /// It says something that cannot be followed.
    case malformed(String)
}
