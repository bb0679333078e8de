/// The limits of a playlist: everything beyond is truncated or rejected, and counted.
package struct M3ULimits: Sendable, Equatable {
    /// The length of a line; a longer one is rejected, and skipped without being held in memory.
    package var maximumLineBytes = 65_536
    /// Attributes of one `#EXTINF`; more are dropped.
    package var maximumAttributes = 64
    /// Options (`#EXTVLCOPT`, `#KODIPROP`) and headers of one entry; more are dropped.
    package var maximumOptions = 32
    /// The length of a title; longer ones are truncated.
    package var maximumTitleCharacters = 500

    package init() {}
}
