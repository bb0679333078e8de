internal import CatalogFormats

/// The entries of a playlist's file.
struct PlaylistFile: EntryStream {
    private let file: ImportFile
    private let pieceBytes: Int
    private var parser = M3UParser()
    private(set) var guides: [String] = []

    /// Detects the kind of the file.
    ///
    /// - Throws: ``JobAbort/failed(_:)`` when it cannot be a playlist.
    init(_ file: ImportFile, limits: ImportLimits) throws {
        let kind = try file.kind()
        guard [.playlist, .text, .gzip, .empty].contains(kind) else {
            throw JobAbort.unusable("This is \(kind.rawValue), not a playlist. Nothing was changed.")
        }
        self.file = file
        pieceBytes = limits.pieceBytes
    }

    var bytes: Int64 { file.size }
    var bytesRead: Int64 { file.bytesRead }
    var cut: Int64 { Int64(parser.summary.titlesCut) }
    var incompleteKinds: Int64 { 0 }

    mutating func next(_ receive: (M3UItem) throws -> Void) async throws -> Bool {
        var found: [String] = []
        let hasMore = try file.next(pieceBytes) { piece in
            try parser.consume(piece) { item in
                if case .header(let header) = item { found += header.guideAddresses }
                try receive(item)
            }
        }
        if !hasMore { try parser.finish(receive) }
        for guide in found where !guides.contains(guide) && guides.count < M3UHeader.maximumGuides {
            guides.append(guide)
        }
        return hasMore
    }

    mutating func rewind() throws {
        guard !parser.summary.isStreamPlaylist else {
            throw JobAbort.unusable("This is the playlist of one stream, not a list of channels.")
        }
        try file.rewind()
        parser = M3UParser()
    }
}
