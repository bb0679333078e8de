/// Limits of a playlist, with the unit last. Real ones stay far below; hostile ones are rejected.
enum HLSLimits {
    /// Bytes of one playlist.
    static let playlistBytes = 8 << 20
    /// Bytes of one line; addresses with tokens in them have some thousands.
    static let lineBytes = 16 << 10
    /// Bytes that a playlist's variables may expand to.
    static let expandedBytes = 32 << 20
    /// Segments of one playlist: three days of four seconds each.
    static let segments = 64_800
    /// Segments and initialisation sections of all tracks of a stream: picture and sound of the longest, with some
    /// more.
    static let pieces = 150_000
    /// The longest segment: twelve days, so that no sum overflows.
    static let segmentSeconds = 1e6
    /// The highest media sequence: as high as a double counts exactly.
    static let sequence = 1 << 53
    /// Bytes of a resource that segments are ranges of.
    static let resourceBytes = DownloadsLimits.fileBytes
    /// Variants and renditions of a master playlist, and variables of any.
    static let entries = 500
    /// Renditions of one kind fetched beside the picture.
    static let fetchedRenditions = 16
}
