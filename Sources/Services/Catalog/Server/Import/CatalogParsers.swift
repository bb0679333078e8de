internal import CatalogFormats

/// The parsers alone, for benchmarks.
@_spi(Measuring) public enum CatalogParsers {
    /// Parses a playlist and discards the entries.
    ///
    /// - Returns: the number of entries.
    /// - Throws: when it cannot be read.
    public static func entries(inPlaylist path: String) throws -> Int {
        let file = try ImportFile(path: path)
        let limits = ImportLimits()
        var parser = M3UParser()
        while try file.next(limits.pieceBytes, { parser.consume($0) { _ in } }) {}
        return parser.finish { _ in }.entries
    }
}
