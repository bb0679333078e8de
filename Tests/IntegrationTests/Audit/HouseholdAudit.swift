import Access
import CatalogAPI
import DownloadsAPI
import Foundation
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import RPCZeroMQ
import ReadingListAPI
import SchedulerAPI
import ServiceKit
import TestSupport
import Testing

/// A household in use, with titles in every corner of it that are not for its children. Every text that tells of one of these has a
/// word that nothing else has.
struct HouseholdAudit {
    static let services = ServiceManifest.processes.map(\.name)
    /// What every word begins with that is not for children.
    static let secret = "zqx"
    /// What a child may type who looks for hidden titles.
    static let words = ["\(secret)film", "\(secret)series", "\(secret)soft", "\(secret)prog", "\(secret)later"]
    /// Titles of TMDB's that are not for children: one by its mark, one by its certificate.
    static let outside: [ContentID] = ["tmdb:movie:77", "tmdb:movie:78"].map(ContentID.init(rawValue:))
    /// The poster of the first.
    static let picture = "/\(secret)picture.jpg"
    /// A week that is planned, from Monday on.
    static let week = "2031-03-24"
    /// A time at which the guide has something hidden.
    static let later = ScenarioFiles.evening

    /// What belongs to others.
    struct Others {
        var job = ""
        var link = ""
        var slots: [String] = []
        var downloads: [String] = []
    }

    static let tmdb: [String: String] = [
        "/3/search/movie": page, "/3/search/multi": page, "/3/trending/all/week": page, "/3/trending/all/day": page,
        "/3/movie/popular": page,
        "/3/movie/77": """
        {"id": 77, "title": "\(secret)soft Tide", "release_date": "2003-05-01", "runtime": 90, "softcore": true,
        "overview": "\(secret)overview", "poster_path": "\(picture)", "vote_count": 500,
        "credits": {"cast": [{"id": 1, "name": "\(secret)actor"}], "crew": []}}
        """,
        "/3/movie/78": """
        {"id": 78, "title": "\(secret)film Outside", "release_date": "2004-05-01", "release_dates": {"results":
        [{"iso_3166_1": "US", "release_dates": [{"certification": "R", "release_date": "", "type": 3}]}]}}
        """,
        "/3/movie/1": """
        {"id": 1, "title": "The Harbour", "release_date": "1999-05-01", "release_dates": {"results":
        [{"iso_3166_1": "US", "release_dates": [{"certification": "PG", "release_date": "", "type": 3}]}]},
        "similar": \(page), "recommendations": \(page)}
        """,
    ]

    private static let page = """
        {"page": 1, "total_pages": 1, "total_results": 3, "results": [
        {"id": 77, "media_type": "movie", "title": "\(secret)soft Tide", "release_date": "2003-05-01", "softcore": true,
        "poster_path": "\(picture)", "overview": "\(secret)overview"},
        {"id": 78, "media_type": "movie", "title": "\(secret)film Outside", "release_date": "2004-05-01"},
        {"id": 1, "media_type": "movie", "title": "The Harbour", "release_date": "1999-05-01"}]}
        """

    private static func film(_ name: String, _ rating: String, _ group: String, _ more: String = "") -> String {
        """
        #EXTINF:5400 type="movie" group-title="\(group)" rating="\(rating)" tvg-logo="http://logo.example/\(name.prefix(7)).png" \(more),\(name)
        http://streams.example/movie/1.mkv?\(name.filter(\.isLetter))

        """
    }

    static let playlist =
        "#EXTM3U\n" + film("The Harbour (1999)", "PG", "Drama") + film("Harbour Nights (2000)", "G", "Drama")
        + film("\(secret)film Night (2001)", "R", "\(secret)group") + film("\(secret)film Night 2 (2002)", "R", "Drama")
        + film("\(secret)nude Night (2002)", "NC-17", "Drama")
        + film("\(secret)adult Night (2002)", "PG", "XXX \(secret)xxx")
        + film("\(secret)soft Tide (2003)", "PG", "Drama") + film("\(secret)later Night (2005)", "PG", "Drama")
            + """
            #EXTINF:2400 type="series" group-title="Comedy" rating="R",\(secret)series S01E01
            http://streams.example/series/1.mkv
            #EXTINF:2400 type="series" group-title="Comedy" rating="R",\(secret)series S01E02
            http://streams.example/series/2.mkv
            #EXTINF:2400 type="series" group-title="Comedy" rating="G",Lighthouse Keepers S01E01
            http://streams.example/series/3.mkv
            #EXTINF:-1 tvg-id="\(secret).example" tvg-chno="1" catchup="shift" catchup-days="7" group-title="XXX",\(secret)channel
            http://streams.example/live/hidden.m3u8
            #EXTINF:-1 tvg-id="beacon.example" tvg-chno="2" catchup="shift" catchup-days="7" group-title="News",Beacon News
            http://streams.example/live/beacon.m3u8

            """

    static let guide = """
        <?xml version="1.0" encoding="UTF-8"?>
        <tv>
          <channel id="beacon.example"><display-name>Beacon News</display-name></channel>
          <channel id="\(secret).example"><display-name>\(secret)channel</display-name></channel>
          \(programme("beacon.example", begin(-600), begin(7_200), "R"))
          \(programme("\(secret).example", begin(-600), begin(7_200), "PG"))
          \(programme("beacon.example", "21000101180000 +0000", "21000101200000 +0000", "R"))
        </tv>

        """

    private static func begin(_ seconds: Double) -> String {
        let date = ScenarioFiles.past.addingTimeInterval(seconds)
        return date.formatted(
            .verbatim(
                "\(year: .padded(4))\(month: .twoDigits)\(day: .twoDigits)\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased))\(minute: .twoDigits)00 +0000",
                timeZone: .gmt, calendar: Calendar(identifier: .gregorian)))
    }

    private static func programme(_ channel: String, _ start: String, _ stop: String, _ rating: String) -> String {
        """
        <programme start="\(start)" stop="\(stop)" channel="\(channel)"><title>\(secret)prog Tonight</title>
        <desc>\(secret)desc</desc><credits><actor>\(secret)actor</actor></credits><category>\(secret)kind</category>
        <rating system="MPAA"><value>\(rating)</value></rating></programme>
        """
    }
}
