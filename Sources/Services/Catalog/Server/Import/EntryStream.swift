internal import CatalogAPI
internal import CatalogFormats

/// Entries that an import reads twice, piece by piece: a playlist's file, or a panel's responses.
protocol EntryStream {
    /// The bytes of one pass.
    var bytes: Int64 { get }
    /// The bytes read so far, earlier passes included.
    var bytesRead: Int64 { get }
    /// The number of texts of this pass truncated to their limit.
    var cut: Int64 { get }
    /// The guides that the list names for its channels. Secret, as they may contain an account.
    var guides: [String] { get }
    /// The kinds that are incomplete, as ``KindBit``: missing titles of these are not removed.
    var incompleteKinds: Int64 { get }

    /// Notes for the report.
    var notes: [String] { get }

    /// Passes on the entries of the next piece.
    ///
    /// - Returns: whether there may be more.
    /// - Throws: ``JobAbort``, and what `receive` throws.
    mutating func next(_ receive: (M3UItem) throws -> Void) async throws -> Bool

    /// Rewinds after the first pass.
    ///
    /// - Throws: ``JobAbort/failed(_:)`` when the contents cannot be imported.
    mutating func rewind() throws
}

extension EntryStream {
    var notes: [String] { [] }
}
