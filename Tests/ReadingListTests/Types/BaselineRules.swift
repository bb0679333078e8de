import Foundation

/// The rules that content types were first told by: substrings of host, address and title.
enum BaselineRules {
    static func classify(_ address: String, _ title: String) -> Set<String> {
        let (url, title) = (address.lowercased(), title.lowercased())
        let afterScheme = url.range(of: "://").map { url[$0.upperBound...] } ?? Substring(url)
        let host = afterScheme.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let domain = host.hasPrefix("www.") ? host.dropFirst(4) : host
        var types: Set<String> = []
        if videoHosts.contains(where: domain.contains) || videoPaths.contains(where: url.contains)
            || videoTitles.contains(where: title.contains)
        {
            types.insert("video")
        }
        if audioHosts.contains(where: domain.contains) || audioPaths.contains(where: url.contains)
            || audioTitles.contains(where: title.contains)
        {
            types.insert("audio")
        }
        return types.isEmpty ? ["article"] : types
    }

    private static let videoHosts = [
        "youtube.com", "youtu.be", "vimeo.com", "twitch.tv", "tiktok.com", "instagram.com", "facebook.com",
        "twitter.com",
        "x.com", "dailymotion.com", "wistia.com", "loom.com", "streamable.com", "rumble.com",
    ]
    private static let videoPaths = ["/watch", "/video", "/v/", "/embed/", "/player/", "/stream/"]
    private static let videoTitles = [
        "watch:", "video:", "[video]", "youtube:", "streaming:", "webinar:", "tutorial:", "demo:", "presentation:",
        "interview:",
    ]
    private static let audioHosts = [
        "spotify.com", "soundcloud.com", "anchor.fm", "podcast.", "podcasts.", "apple.com/podcasts", "overcast.fm",
        "pocketcasts.com", "stitcher.com", "podbean.com", "libsyn.com", "buzzsprout.com", "simplecast.com",
    ]
    private static let audioPaths = ["/podcast/", "/episode/", "/audio/", "/listen/"]
    private static let audioTitles = [
        "podcast:", "episode:", "listen:", "[podcast]", "[audio]", "interview:", "discussion:", "conversation:",
        "talk:",
        "radio:", "show:", "#",
    ]
}
