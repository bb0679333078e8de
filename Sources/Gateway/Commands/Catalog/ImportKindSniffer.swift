internal import ServiceKit

/// Detects a file's kind by its first bytes.
enum ImportKindSniffer {
    enum Kind: String, Sendable, Hashable {
        case playlist
        case guide
    }

    private static let sniffedBytes = 64 << 10

    /// A file's kind.
    ///
    /// - Throws: ``GatewayFailure`` when it cannot be imported, with the detected format.
    static func kind(of file: FileUpload) throws -> Kind {
        switch kind(ofBytes: file.head, name: file.file) {
        case .success(let kind): return kind
        case .failure(let failure):
            throw GatewayFailure(
                "NOT_UNDERSTOOD", "\(file.file) is neither a playlist nor a guide: \(failure.reason)",
                advice: failure.advice, status: .data)
        }
    }

    /// Why a file cannot be imported.
    struct UnknownFormat: Error, Sendable, Hashable {
        var reason: String
        var advice: String
    }

    static func kind(ofBytes bytes: [UInt8], name: String) -> Result<Kind, UnknownFormat> {
        if bytes.isEmpty { return .failure(UnknownFormat(reason: "it is empty.", advice: "Fetch it again.")) }
        if bytes.starts(with: [0x1f, 0x8b]) { return compressed(bytes, name: name) }
        let text = Self.text(bytes)
        let trimmed = text.drop { $0.isWhitespace || $0 == "\u{feff}" }
        let lowered = trimmed.lowercased()
        if lowered.hasPrefix("#extm3u") || lowered.contains("#extinf") { return .success(.playlist) }
        if lowered.hasPrefix("<!doctype html") || lowered.hasPrefix("<html") {
            return .failure(
                UnknownFormat(
                    reason: "it is a web page.",
                    advice: "The provider may have sent an error page; open the file, or fetch it again."))
        }
        if lowered.hasPrefix("<?xml") || lowered.hasPrefix("<!doctype tv") || lowered.hasPrefix("<tv") {
            if lowered.contains("<tv") || lowered.contains("<!doctype tv") { return .success(.guide) }
            return .failure(UnknownFormat(reason: "it is XML without <tv>.", advice: "A guide is XMLTV."))
        }
        if lowered.hasPrefix("{") || lowered.hasPrefix("[") {
            return .failure(UnknownFormat(reason: "it looks like JSON.", advice: "Ask the provider for M3U or XMLTV."))
        }
        // A bare list of addresses is a playlist, too.
        let first = trimmed.split(whereSeparator: \.isNewline).first { !$0.hasPrefix("#") } ?? ""
        if first.contains("://") { return .success(.playlist) }
        return .failure(
            UnknownFormat(
                reason: "it begins with neither #EXTM3U, an address nor <tv>.",
                advice: "A playlist is M3U, a guide XMLTV."))
    }

    /// The kind of a compressed file: by its content, or else by its name. A wrong guess costs nothing: the catalog
    /// rejects it.
    private static func compressed(_ bytes: [UInt8], name: String) -> Result<Kind, UnknownFormat> {
        let start = GzipStart.inflate(bytes, limit: sniffedBytes)
        guard !start.isEmpty, !start.starts(with: [0x1f, 0x8b]) else {
            return .success(name.lowercased().contains(".m3u") ? .playlist : .guide)
        }
        return kind(ofBytes: start, name: name)
    }

    /// The bytes as text; UTF-16 by its byte order mark or first zero, else one letter per byte: enough to distinguish
    /// formats.
    private static func text(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
            return String(decoding: bytes.dropFirst(2).filter { $0 != 0 }, as: UTF8.self)
        }
        if bytes.prefix(2).contains(0) { return String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
