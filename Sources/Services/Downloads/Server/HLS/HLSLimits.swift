/// How much a playlist may have, with the unit last. Real ones stay far below; what is hostile ends here.
enum HLSLimits {
    /// Bytes of one playlist.
    static let playlistBytes = 8 << 20
    /// Bytes of one line; addresses with tokens in them have some thousands.
    static let lineBytes = 16 << 10
    /// Segments of one playlist: three days of four seconds each.
    static let segments = 64_800
    /// Variants and renditions of a master playlist.
    static let entries = 500
    /// Renditions of one kind that are fetched beside the picture.
    static let fetchedRenditions = 16
}
