internal import DownloadsAPI
internal import HTTPFetch

/// The kind of a response, by its content type and first bytes.
enum MediaKind: Hashable, Sendable {
    /// An HLS playlist.
    case playlist
    /// A DASH manifest.
    case manifest
    /// A web page: an error, a login, a "blocked".
    case page
    /// A gzip archive without a content coding.
    case archive
    /// Anything else: it may be media.
    case media

    init(head: FetchHead, beginning: [UInt8]) {
        self.init(type: head["content-type"]?.lowercased() ?? "", beginning: beginning)
    }

    /// The kind by the first bytes alone: servers send arbitrary types for segments.
    init(beginning: [UInt8]) { self.init(type: "", beginning: beginning) }

    private init(type: String, beginning: [UInt8]) {
        let text = String(decoding: beginning.prefix(64), as: UTF8.self).lowercased()[...].trimmed
        if HLSPlaylist.isBeginning(beginning) || type.contains("mpegurl") {
            self = .playlist
        } else if type.contains("dash+xml") || text.hasPrefix("<mpd") {
            self = .manifest
        } else if type.hasPrefix("text/html") || text.hasPrefix("<!doctype html") || text.hasPrefix("<html") {
            self = .page
        } else if GzipDecoder.isBeginning(beginning) {
            self = .archive
        } else {
            self = .media
        }
    }

    /// Rejects kinds that cannot be stored as a plain file.
    func checkPlain() throws(DownloadsError) {
        switch self {
        case .media: return
        case .playlist:
            throw .trouble(.damaged, "The link was a file and is now a playlist. Delete and restart the download.")
        case .archive:
            throw .trouble(.notSupported, "The link leads to a gzip archive, which no player plays, and not to media.")
        case .manifest: throw .trouble(.notSupported, "The link leads to a DASH stream, which cannot be downloaded.")
        case .page:
            throw .trouble(
                .notSupported, "The link leads to a web page and not to media: the source may have blocked it.")
        }
    }

    /// The file extension of a plain file: that of its address, or of its content type.
    static func fileExtension(of url: FetchURL, head: FetchHead) -> String {
        let path = url.text.prefix { $0 != "?" && $0 != "#" }
        let ending = path.split(separator: "/").last?.split(separator: ".").last?.lowercased() ?? ""
        if endings.contains(ending) { return ending }
        let type = head["content-type"]?.lowercased().split(separator: ";").first ?? ""
        return types[String(type)] ?? "mp4"
    }

    private static let endings: Set = [
        "mp4", "mkv", "ts", "avi", "mov", "m4v", "webm", "mpg", "mpeg", "wmv", "flv", "m2ts", "mp3", "m4a", "aac",
        "ogg",
        "opus", "flac", "wav",
    ]
    private static let types = [
        "video/x-matroska": "mkv", "video/webm": "webm", "video/mp2t": "ts", "video/quicktime": "mov",
        "video/x-msvideo": "avi", "audio/mpeg": "mp3", "audio/mp4": "m4a", "audio/aac": "aac", "audio/flac": "flac",
    ]
}
