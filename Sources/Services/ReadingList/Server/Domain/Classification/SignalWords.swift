/// Words of addresses and titles, with their weights.
enum SignalWords {
    typealias Weight = ContentClassifier.Weight

    /// Whole segments of a path.
    static let segments: [String: Weight] = {
        var table: [String: Weight] = [:]
        for (weight, words) in weighed {
            for word in words.split(whereSeparator: \.isWhitespace) { table[String(word)] = weight }
        }
        return table
    }()

    /// Segments that are weaker at the end of a path.
    static let sections: Set<String> = [
        "live", "tv", "media", "v", "w", "title", "show", "shows", "talk", "event", "content",
    ]

    private static let weighed: [(Weight, String)] = [
        (Weight(0, 2), "audio audios podcast podcasts"),
        (Weight(0.9, 0.9), "episode episodes"),
        (Weight(0, 1.6), "listen song songs"),
        (Weight(0.8, 0.8), "recording"),
        (Weight(1.6, 0), "iplayer video videos watch zvideo"),
        (Weight(0, 1.5), "audiobook audiobooks track tracks"),
        (Weight(0.6, 0.9), "recordings"),
        (Weight(0.7, 0.8), "ep"),
        (Weight(1, 0.5), "embed player"),
        (
            Weight(1.5, 0),
            """
            clip playvideo reel screencast screencasts showvideo videocast videoer videoplayer vod
            """
        ),
        (Weight(1.1, 0.3), "alacarta mediathek play"),
        (Weight(0, 1.4), "ecouter mixtape radio radioteka soundbites sounds"),
        (Weight(0.9, 0.5), "epizoda"),
        (Weight(0, 1.3), "album albums ascolta escuchar hoeren lyssna lytt"),
        (Weight(0.9, 0.4), "catchup"),
        (Weight(1, 0.3), "mediaplayer mediateka"),
        (Weight(1.1, 0.2), "replay"),
        (Weight(1.3, 0), "clips movie reels trailer trailers vid vids webtv"),
        (Weight(0.1, 1.1), "music"),
        (Weight(0.8, 0.4), "emission emissions sendung sendungen"),
        (Weight(0, 1.2), "mixes sound"),
        (Weight(1, 0.2), "live stream"),
        (Weight(1.2, 0), "films livestream movies on-demand ondemand shorts vplay webcast webcasts"),
        (Weight(0, 1.1), "musik"),
        (Weight(0.8, 0.3), "broadcast broadcasts"),
        (
            Weight(1.1, 0),
            """
            film filme pelicula peliculas replays short-film short-films web-series webinar webinars
            """
        ),
        (Weight(0, 1), "mix"),
        (Weight(0.5, 0.5), "show shows"),
        (Weight(0.8, 0.2), "streams"),
        (Weight(1, 0), "anime presentations spotlight tv"),
        (Weight(0.1, 0.8), "artist"),
        (Weight(0.5, 0.4), "program programa programas programs"),
        (Weight(0.9, 0), "documentaries documentary lecture lectures serien talks"),
        (Weight(0.5, 0.3), "playlist programme programmes"),
        (Weight(0.8, 0), "drama montage"),
        (Weight(0.7, 0.1), "serie series"),
        (Weight(0.5, 0.2), "media talk"),
        (Weight(0.6, 0.1), "channel"),
        (Weight(0.7, 0), "season"),
        (Weight(0.5, 0), "tape v"),
        (Weight(0.2, 0.2), "archive"),
        (Weight(0.4, 0), "contents title"),
        (Weight(0.3, 0), "content w"),
        (Weight(0.2, 0), "e event"),
    ]

    /// Words for video in the languages that mark their pages so.
    static let video: Set<Substring> = [
        "video", "videos", "videoer", "vidéo", "vidéos", "vídeo", "vídeos", "wideo", "видео", "відео", "ビデオ", "動画",
        "视频",
        "視頻", "視訊", "비디오", "영상", "فيديو", "ویدیو", "वीडियो",
    ]

    /// Verbs such as "watch" at the start of a slug.
    static let verbs: Set<Substring> = ["watch", "play", "player", "clip", "vod", "stream", "movie", "film"]

    static let videoParameters: Set<String> = [
        "video", "videoid", "vid", "video_id", "clip", "clipid", "clip_id", "videourl", "movie", "mediaid", "media_id",
        "trailer", "watch",
    ]

    static let audioParameters: Set<String> = ["audio", "track", "trackid", "song", "songid", "podcast"]

    static let videoFiles: Set<String> = [
        "mp4", "m4v", "mkv", "webm", "mov", "avi", "wmv", "flv", "mpd", "3gp", "ogv", "m3u8", "mpg", "mpeg", "ism",
    ]

    static let audioFiles: Set<String> = [
        "mp3", "m4a", "aac", "ogg", "oga", "opus", "flac", "wav", "wma", "aif", "aiff", "m4b", "pls", "m3u",
    ]

    static let documents: Set<String> = ["pdf", "ps", "doc", "docx", "ppt", "pptx", "txt", "epub", "md", "djvu"]

    /// Segments of pages to read.
    static let article: [String: Double] = {
        var table: [String: Double] = [:]
        for (weight, words) in articleWords { for word in words.split(separator: " ") { table[String(word)] = weight } }
        return table
    }()

    private static let articleWords: [(Double, String)] = [
        (1.5, "wiki"),
        (1.2, "about careers help jobs legal newsroom privacy terms"),
        (1, "blob docs documentation issues paper papers pdf publications pubs pull questions"),
        (0.9, "article articles artikel artikkel"),
        (0.8, "forum recipes rezept support tree"),
        (0.7, "blog blogs"),
        (0.6, "press"),
        (0.5, "download features files news newshour politics story tag topics"),
        (0.4, "opinion stories"),
        (0.3, "category"),
    ]
}
