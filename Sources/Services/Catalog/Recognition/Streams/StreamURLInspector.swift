internal import CatalogFormats
internal import Foundation

/// An address, parsed to find an account in it.
struct StreamURLInspector {
    private let text: Substring
    private let hasScheme: Bool

    init(_ text: String) {
        let scheme = text.range(of: "://")
        hasScheme = scheme != nil
        self.text = text[(scheme?.upperBound ?? text.startIndex)...]
    }

    /// Whether the address's form or parameter names show an account.
    var showsAccount: Bool { hasUser || hasNamedSecret || hasPanelPath }

    private var authority: Substring { text.prefix { !"/?#|".contains($0) } }

    /// `user:password@host`, or `user@host`.
    private var hasUser: Bool { hasScheme && (authority.lastIndex(of: "@").map { $0 > authority.startIndex } ?? false) }

    /// `?username=a`, `;token=b`, `|Authorization=c`.
    private var hasNamedSecret: Bool {
        text.split { "?&;|#/ ".contains($0) }.contains { part in
            guard let equals = part.firstIndex(of: "=") else { return false }
            return CredentialDetector.isSecret(name: part[..<equals], part[part.index(after: equals)...])
        }
    }

    // MARK: Panels

    /// Folders that panels put in front of user, password and number.
    private static let panelFolders: Set<Substring> = ["live", "movie", "movies", "vod", "series", "serie"]
    /// Those with further segments behind the account: `timeshift/USER/PASSWORD/60/2026-11-25:20-00/5.ts`.
    private static let panelPast: Set<Substring> = ["timeshift", "timeshifts"]
    /// Words that are no user and no password in `host/a/b/5`, which is also a common form of stream addresses.
    private static let words: Set<Substring> = [
        "live", "lives", "liveapp", "livetv", "hdlive", "newlive", "stream", "streams", "streaming", "channel",
        "channels",
        "channelid", "ch", "hls", "dash", "iptv", "tv", "public", "video", "videos", "vod", "movie", "movies", "series",
        "play", "player", "media", "content", "app", "api", "udp", "rtp", "rtsp", "radio", "edge", "cdn", "csm",
        "memfs",
        "broadcast", "scheduler", "schedulemaster", "bysid", "service", "program", "programs", "m3u8", "ts", "out",
        "output",
    ]
    private static let pieceEndings: Set<Substring> = ["ts", "mpegts", "mp4", "mkv", "avi", "m4v", "mov", "flv", "wmv"]

    private var hasPanelPath: Bool {
        guard hasScheme else { return false }
        let path = text.dropFirst(authority.count).prefix { !"?#|".contains($0) }
        let parts = path.split(separator: "/")
        guard let last = parts.last else { return false }
        let name = last.prefix { $0 != "." }
        let ending = last.dropFirst(name.count).dropFirst().lowercased()
        let isNumber = !name.isEmpty && name.allSatisfy { $0.isASCII && $0.isNumber }
        let lowered = parts.map { Substring($0.lowercased()) }
        if parts.count >= 4, Self.panelFolders.contains(lowered[parts.count - 4]),
            isNumber || Self.pieceEndings.contains(Substring(ending))
        {
            return true
        }
        if let past = lowered.firstIndex(where: Self.panelPast.contains), parts.count - past >= 4 { return true }
        guard parts.count == 3, isNumber, !lowered[..<2].contains(where: Self.words.contains) else { return false }
        // With an HLS extension so do many public ones, on the usual ports.
        return ending.isEmpty || Self.pieceEndings.contains(Substring(ending)) || hasPort
    }

    private var hasPort: Bool {
        guard let colon = authority.lastIndex(of: ":") else { return false }
        let port = authority[authority.index(after: colon)...]
        return !["", "80", "443"].contains(port)
    }
}
