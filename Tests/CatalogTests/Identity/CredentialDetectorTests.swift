import Foundation
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Seeing a provider's account in what players are given.
struct CredentialDetectorTests {
    @Test(arguments: [
        // In front of the host.
        "http://alice:hunter2@a.example/1.m3u8", "rtsp://admin:@10.0.0.5/stream", "https://1599780955@a.example/x.m3u8",
        "ftp://alice:p%40ss@a.example/film.mkv", "http://alice:p@ss@a.example:8080/x",
        // A panel's paths.
        "http://p.example:8080/live/alice/hunter2/5.ts", "http://p.example/movie/alice/hunter2/21.mkv",
        "http://p.example:80/series/alice/hunter2/41.mp4", "HTTP://P.EXAMPLE/LIVE/alice/hunter2/5.M3U8",
        "http://p.example/panel/live/alice/hunter2/5.ts", "http://p.example:25461/alice/hunter2/25",
        "http://p.example/random-robbie/random-robbie/814", "http://p.example:8080/alice/hunter2/25.m3u8",
        "http://p.example/alice/hunter2/25.ts?a=b", "http://p.example/live/alice/hunter2/5",
        "http://p.example/timeshift/alice/hunter2/60/2026-11-25:20-00/5.ts",
        "http://p.example/timeshifts/alice/hunter2/60/5/2026-11-25:20-00.ts",
        "http://p.example/live/al%69ce/hun%74er2/5.ts", "http://p.example//live//alice//hunter2//5.ts",
        // Named.
        "http://p.example/get.php?username=alice&password=hunter2", "http://p.example/x.m3u8?token=abc",
        "http://p.example/streaming/timeshift.php?username=a&password=b&stream=5", "https://p.example/x?X-Plex-Token=h",
        "http://p.example/play/live.php?mac=00:1A:79:00:00:01&stream=5", "http://p.example/x.m3u8?a=1;PassWord=b",
        "http://p.example/x.m3u8?api_key=5", "http://p.example/x.m3u8#token=abc", "http://p.example/token=abc/x.m3u8",
        "http://p.example/x.m3u8|Authorization=Basic%20YQ==&User-Agent=x", "http://p.example/x?%75sername=alice",
        // An address inside of another.
        "http://relay.example/http://alice:hunter2@a.example/1.ts",
        "http://relay.example/?url=http%3A%2F%2Fp.example%2Flive%2Falice%2Fhunter2%2F5.ts",
        "http://relay.example/?u=http%253A%252F%252Fp.example%252Fx%253Fpassword%253Db",
        "plugin://plugin.video/play?url=http://p.example/movie/alice/hunter2/21.mkv",
    ])
    func `an account is seen`(address: String) { #expect(CredentialDetector().areIn(address: address), "\(address)") }

    @Test(arguments: [
        "http://a.example/kids.m3u8", "https://a.example/hls/live/2022693/kika/master.m3u8",
        "https://a.example/csm/live/139900483.m3u8",
        "http://a.example:5080/LiveApp/streams/902003217052.m3u8?token=null",
        "http://a.example:8000/live/hls/7726.m3u8", "https://a.example/scheduler/scheduleMaster/263.m3u8",
        "http://a.example:9981/stream/channelid/1096333958?profile=pass", "udp://@239.0.0.1:1234",
        "rtp://239.0.0.1:5000",
        "http://a.example/x.m3u8?hdnts=st=17~exp=18~hmac=ab", "http://a.example/x.m3u8?wmsAuthSign=c2Vy",
        "http://a.example/x.m3u8?userid=&deviceId=channel&appName=web", "http://a.example/x.m3u8?token=&password=",
        "http://a.example/@news/live.m3u8", "http://a.example/watch?v=a@b", "/films/live/a/b/5.ts", "mms://a.example/1",
        "http://a.example/Content/HLS/Live/Channel(TVRI)/Stream(04)/index.m3u8", "http://a.example", "", "x",
        "http://a.example/%E2%82%AC/%zz/1.m3u8", "http://[2001:db8::1]:8080/a.m3u8",
    ])
    func `what is none is none`(address: String) {
        #expect(!CredentialDetector().areIn(address: address), "\(address)")
    }

    @Test func `headers and options are looked at, too`() {
        func isIn(_ name: String, _ value: String) -> [Bool] {
            let header = M3UHeaderField(name: name, value: value)
            let option = M3UOption(player: .kodi, name: name, value: value)
            return [
                CredentialDetector().areIn(address: "http://a.example/x", headers: [header]),
                CredentialDetector().areIn(address: "http://a.example/x", options: [option]),
            ]
        }
        for (name, value) in [
            ("Authorization", "Basic YWxpY2U6aHVudGVyMg=="), ("cookie", "session=5"), ("X-Auth-Token", "5"),
            ("http-password", "hunter2"), ("Referer", "http://p.example/live/alice/hunter2/5.ts"),
            ("inputstream.adaptive.license_key", "https://l.example/?token=5|a=b"),
            ("inputstream.adaptive.stream_headers", "User-Agent=x&Authorization=Bearer%205"),
        ] { #expect(isIn(name, value) == [true, true], "\(name)") }
        for (name, value) in [
            ("User-Agent", "Mozilla/5.0 (X11; Linux)"), ("Referer", "https://a.example/"), ("program", "2"),
            ("inputstream.adaptive.license_key", "9eb4050de44b4802932e27d75083e266:166634c675823c235a4a9446fad52e4d"),
            ("http-user-agent", "x"), ("http-referrer", "http://a.example/live"),
        ] { #expect(isIn(name, value) == [false, false], "\(name)") }
    }

    /// Users and passwords of all signs, in all places in which panels, players and relays put them.
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `an account is seen wherever it stands, and a known one in whatever form`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let signs = Array("abcXYZ019-._~ @:/?#&=+%äß")
        func word(_ count: ClosedRange<Int>) -> String {
            String((0..<Int.random(in: count, using: &random)).map { _ in signs.randomElement(using: &random) ?? "a" })
        }
        let (user, password) = ("u" + word(5...12), "p" + word(5...12))
        func escaped(_ text: String) -> String {
            text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
        }
        let (name, secret) = (escaped(user), escaped(password))
        let number = Int.random(in: 1...999_999, using: &random)
        let panel = try XtreamEndpoint("http://p.example:8080", username: user, password: password)
        let shown = [
            "http://\(name):\(secret)@a.example/\(number)", panel.stream("live", id: "\(number)", ending: "ts"),
            panel.stream("movie", id: "\(number)", ending: "mkv"),
            panel.stream("series", id: "\(number)", ending: "mp4"),
            panel.guide, panel.api("get_live_streams"), "http://p.example/\(name)/\(secret)/\(number)",
            "http://p.example/timeshift/\(name)/\(secret)/60/2026-11-25:20-00/\(number).ts",
        ]
        for address in shown {
            #expect(CredentialDetector().areIn(address: address), "seed \(seed): \(address)")
            #expect(CredentialDetector().areIn(address: "http://relay.example/?to=" + escaped(address)), "seed \(seed)")
        }
        let known = CredentialDetector(accounts: [.init(username: user, password: password)])
        for address in [
            "http://a.example/\(secret).m3u8", "http://a.example/x.m3u8?q=\(secret)", "http://a.example/\(name)/x.m3u8",
            "http://\(secret.filter { $0.isLetter }.lowercased()).example/\(secret)/",
            "rtmp://a.example/app playpath=\(secret)",
            "http://a.example/x?to=" + escaped("http://b.example/" + secret),
        ] { #expect(known.areIn(address: address), "seed \(seed): \(address)") }
        #expect(known.areIn(address: "http://a.example", headers: [M3UHeaderField(name: "X", value: password)]))
        #expect(!known.areIn(address: "http://a.example/\(number).m3u8"), "seed \(seed)")
    }

    @Test func `a short account is found as a whole, and does not hide every address that has its letters`() {
        let known = CredentialDetector(accounts: [.init(username: "tv", password: "1")])
        #expect(known.areIn(address: "http://a.example/tv/1/x.m3u8"))
        #expect(known.areIn(address: "http://a.example/x?a=tv&b=1"))
        #expect(!known.areIn(address: "http://a.example/tv/channel1.m3u8"))
        #expect(!known.areIn(address: "http://tv1.example/index.m3u8"))
        #expect(!CredentialDetector(accounts: [.init(username: "", password: "")]).areIn(address: "http://a.example/"))
    }

    /// Public lists hardly have accounts: where a list has many, it is because all of its links have one.
    @Test(
        arguments: [
            ("iptv-org-2022-02", 0.02), ("iptv-org-2026-08", 0.02), ("fast-channels/plutotv_all.m3u", 0),
            ("fast-channels/samsungtvplus_all.m3u", 0), ("fast-channels/roku_all.m3u", 0),
            ("fast-channels/tubi_all.m3u", 0), ("free-tv/playlist.m3u8", 0.02), ("parser-ipytv/iptv-org.m3u", 0.02),
        ] as [(String, Double)])
    func `of real lists nearly everything is for all`(list: String, most: Double) throws {
        let entries = try RecognizedList.entries(of: RecognizedList.paths(list))
        let found = entries.filter {
            CredentialDetector().areIn(address: $0.address, headers: $0.headers, options: $0.options)
        }
        print("\(list): an account in \(found.count) of \(entries.count)")
        #expect(Double(found.count) <= most * Double(entries.count))
    }
}
