/// What a playlist may cost: everything beyond is cut or refused, and counted.
package struct M3ULimits: Sendable, Equatable {
    /// A longer line is refused, and skipped without being kept in memory.
    package var maximumLineBytes = 65_536
    /// Attributes of one `#EXTINF` beyond this number are dropped.
    package var maximumAttributes = 64
    /// Options (`#EXTVLCOPT`, `#KODIPROP`) and headers of one entry beyond this number are dropped.
    package var maximumOptions = 32
    /// Longer titles are cut.
    package var maximumTitleCharacters = 500

    package init() {}
}
