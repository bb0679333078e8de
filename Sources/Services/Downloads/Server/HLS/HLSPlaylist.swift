/// A playlist of HLS (RFC 8216), read as they are in the wild.
enum HLSPlaylist: Hashable, Sendable {
    case master(HLSMaster)
    case media(HLSMedia)

    /// Reads a playlist.
    ///
    /// - Throws: ``HLSError`` when it is none, or larger than is taken. What it tells is looked at by
    ///   ``HLSMedia/checkDownloadable()``.
    init(_ bytes: [UInt8]) throws(HLSError) {
        guard bytes.count <= HLSLimits.playlistBytes else {
            throw .tooMuch("bytes", limit: HLSLimits.playlistBytes)
        }
        var reader = HLSReader()
        var rest = bytes[...]
        // One after the other: what is nothing but line ends would be millions of slices at once.
        while !rest.isEmpty {
            let line = rest.prefix { $0 != 10 && $0 != 13 }
            rest = rest[line.endIndex...].dropFirst()
            if line.isEmpty { continue }
            guard line.count <= HLSLimits.lineBytes else {
                throw .tooMuch("bytes in a line", limit: HLSLimits.lineBytes)
            }
            try reader.take(String(decoding: line, as: UTF8.self)[...].withoutMark.trimmed)
        }
        self = try reader.finish()
    }

    /// Whether bytes begin as a playlist does.
    static func isBeginning(_ bytes: some Collection<UInt8>) -> Bool {
        String(decoding: bytes.prefix(64), as: UTF8.self)[...].withoutMark.trimmed.hasPrefix("#EXTM3U")
    }
}

extension Substring {
    /// Without a byte order mark.
    fileprivate var withoutMark: Substring { first == "\u{FEFF}" ? dropFirst() : self }
}
