/// An HLS playlist (RFC 8216), parsed leniently.
enum HLSPlaylist: Hashable, Sendable {
    case master(HLSMasterPlaylist)
    case media(HLSMediaPlaylist)

    /// Parses a playlist.
    ///
    /// - Parameters:
    ///   - query: the query of its address, without the `?`, for variables.
    ///   - variables: the variables of the master playlist that names it; nil without one.
    /// - Throws: ``HLSError`` when it is not a playlist, exceeds a limit, or uses an undefined variable.
    ///   ``HLSMediaPlaylist/checkDownloadable()`` checks its contents.
    init(
        _ bytes: [UInt8], query: String? = nil, importing variables: [String: String]? = nil
    ) throws(HLSError) {
        guard bytes.count <= HLSLimits.playlistBytes else {
            throw .tooMuch("bytes", limit: HLSLimits.playlistBytes)
        }
        var reader = HLSParser(HLSVariables(query: query, importing: variables))
        var rest = bytes[...]
        // One after the other: a text of only line ends would be millions of slices at once.
        while !rest.isEmpty {
            let line = rest.prefix { $0 != 10 && $0 != 13 }
            rest = rest[line.endIndex...].dropFirst()
            if line.isEmpty { continue }
            guard line.count <= HLSLimits.lineBytes else {
                throw .tooMuch("bytes in a line", limit: HLSLimits.lineBytes)
            }
            try reader.take(String(decoding: line, as: UTF8.self)[...].withoutByteOrderMark.trimmed)
        }
        self = try reader.finish()
    }

    /// Whether bytes begin as a playlist does.
    static func isBeginning(_ bytes: some Collection<UInt8>) -> Bool {
        String(decoding: bytes.prefix(64), as: UTF8.self)[...].withoutByteOrderMark.trimmed.hasPrefix("#EXTM3U")
    }
}

extension Substring {
    /// Without a byte order mark.
    fileprivate var withoutByteOrderMark: Substring { first == "\u{FEFF}" ? dropFirst() : self }
}
