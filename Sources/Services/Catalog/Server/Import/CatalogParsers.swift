/// The parsers alone, for measurements of them.
@_spi(Measuring) public enum CatalogParsers {
    /// Parses a playlist and keeps nothing of it.
    ///
    /// - Returns: how many entries it has.
    /// - Throws: when it cannot be read.
    public static func entries(inPlaylist path: String) throws -> Int {
        let file = try ImportFile(path: path)
        let limits = ImportLimits()
        var parser = M3UParser()
        while try file.next(limits.pieceBytes, { parser.consume($0) { _ in } }) {}
        return parser.finish { _ in }.entries
    }
}
