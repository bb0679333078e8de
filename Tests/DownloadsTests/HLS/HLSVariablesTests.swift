import DownloadsAPI
import HearthModel
import RPC
import TestSupport
import Testing

@testable import DownloadsService

/// Variables of playlists (RFC 8216bis, 4.4.2.3).
struct HLSVariablesTests {
    private static func media(
        _ lines: [String], query: String? = nil, importing: [String: String]? = nil
    ) throws(HLSError) -> HLSMediaPlaylist {
        let all = ["#EXTM3U", "#EXT-X-TARGETDURATION:3"] + lines + ["#EXT-X-ENDLIST"]
        let bytes = Array(all.joined(separator: "\n").utf8)
        guard case .media(let media) = try HLSPlaylist(bytes, query: query, importing: importing) else {
            throw .notAPlaylist
        }
        return media
    }

    private static func failure(
        _ lines: [String], query: String? = nil, importing: [String: String]? = nil
    ) -> HLSError? {
        do {
            _ = try media(lines, query: query, importing: importing)
            return nil
        } catch {
            return error
        }
    }

    @Test func `names, parameters and imports are put in`() throws {
        let lines = [
            #"#EXT-X-DEFINE:NAME="dir",VALUE="sub""#, #"#EXT-X-DEFINE:QUERYPARAM="tok""#,
            #"#EXT-X-DEFINE:IMPORT="cdn""#, #"#EXT-X-DEFINE:NAME="both",VALUE="{$cdn}/{$dir}""#,
            #"#EXT-X-DEFINE:NAME="empty",VALUE="""#, #"#EXT-X-DEFINE:NAME="iv-1",VALUE="0x07""#,
            #"#EXT-X-KEY:METHOD=AES-128,URI="{$both}/k?{$tok}",IV={$iv-1}"#, #"#EXT-X-MAP:URI="{$dir}/i.mp4""#,
            "#EXTINF:2,",
            "{$both}/s0.ts?t={$tok}{$empty}", "#EXTINF:2,", "{$dir}{$dir}/{}{$}{dir}/{$ dir}.ts",
        ]
        let media = try Self.media(lines, query: "a=1&tok=z%2Fz&tok=2", importing: ["cdn": "http://c"])
        #expect(media.segments.map(\.uri) == ["http://c/sub/s0.ts?t=z%2Fz", "subsub/{}{$}{dir}/{$ dir}.ts"])
        #expect(media.segments[0].key?.uri == "http://c/sub/k?z%2Fz")
        #expect(media.segments[0].key?.iv == [UInt8](repeating: 0, count: 15) + [7])
        #expect(media.segments[0].map?.uri == "sub/i.mp4")
    }

    @Test func `what comes of a variable is not looked through again`() throws {
        let lines = [
            #"#EXT-X-DEFINE:IMPORT="a""#, #"#EXT-X-DEFINE:NAME="b",VALUE="x""#, "#EXTINF:2,", "{$a}",
        ]
        #expect(try Self.media(lines, importing: ["a": "{$b}"]).segments.map(\.uri) == ["{$b}"])
    }

    @Test func `values with quotes and commas break nothing out`() throws {
        let lines = [
            #"#EXT-X-DEFINE:IMPORT="a""#, #"#EXT-X-KEY:METHOD=AES-128,URI="{$a}""#, "#EXTINF:2,", "s.ts",
        ]
        let key = try Self.media(lines, importing: ["a": "k\",METHOD=NONE"]).segments[0].key
        #expect(key?.method == "AES-128")
        #expect(key?.uri == "k\",METHOD=NONE")
    }

    @Test func `what is defined nowhere fails by its name`() {
        let segment = ["#EXTINF:2,", "s.ts"]
        #expect(Self.failure(["#EXTINF:2,", "{$dir}/s.ts"]) == .undefinedVariable("dir"))
        #expect(
            Self.failure([#"#EXT-X-KEY:METHOD=AES-128,URI="{$k}""#] + segment) == .undefinedVariable("k"))
        // Only what is defined before counts.
        let late = ["#EXTINF:2,", "{$dir}/s.ts", #"#EXT-X-DEFINE:NAME="dir",VALUE="sub""#]
        #expect(Self.failure(late) == .undefinedVariable("dir"))
        #expect(Self.failure([#"#EXT-X-DEFINE:QUERYPARAM="tok""#] + segment) == .undefinedVariable("tok"))
        for query in ["", "tok", "tok=", "token=1", "x=tok"] {
            let found = Self.failure([#"#EXT-X-DEFINE:QUERYPARAM="tok""#] + segment, query: query)
            #expect(found == .undefinedVariable("tok"), "\(query)")
        }
        #expect(Self.failure([#"#EXT-X-DEFINE:IMPORT="cdn""#] + segment) == .undefinedVariable("cdn"))
        #expect(
            Self.failure([#"#EXT-X-DEFINE:IMPORT="cdn""#] + segment, importing: ["c": "x"]) == .undefinedVariable("cdn")
        )
        #expect(Self.failure([#"#EXT-X-DEFINE:NAME="dir""#] + segment) == .undefinedVariable("dir"))
        // A variable of the master playlist that is not imported is none of this one's.
        #expect(Self.failure(["#EXTINF:2,", "{$cdn}"], importing: ["cdn": "x"]) == .undefinedVariable("cdn"))
    }

    @Test func `definitions that say nothing or too much are refused`() {
        let segment = ["#EXTINF:2,", "s.ts"]
        for define in [
            "", #"VALUE="x""#, #"NAME="a b",VALUE="x""#, #"NAME="",VALUE="x""#, #"NAME="a",IMPORT="a",VALUE="x""#,
            #"IMPORT="a",QUERYPARAM="a""#,
        ] {
            let found = Self.failure(["#EXT-X-DEFINE:\(define)"] + segment, query: "a=1", importing: ["a": "1"])
            #expect(found == .malformed("a variable has no name of its own"), "\(define)")
        }
        let twice = [#"#EXT-X-DEFINE:NAME="a",VALUE="1""#, #"#EXT-X-DEFINE:NAME="a",VALUE="1""#]
        #expect(Self.failure(twice + segment) == .malformed("the variable a is defined twice"))
        let many = (0...HLSLimits.entries).map { "#EXT-X-DEFINE:NAME=\"v\($0)\",VALUE=\"\"" }
        #expect(Self.failure(many + segment) == .tooMuch("variables", limit: HLSLimits.entries))
    }

    @Test func `a few bytes do not become many`() {
        let big = "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\(String(repeating: "x", count: 8_000))\""
        let line = Self.failure([big, "#EXTINF:2,", "{$a}{$a}{$a}"])
        #expect(line == .tooMuch("bytes in a line", limit: HLSLimits.lineBytes))
        let all = Self.failure([big] + Array(repeating: "{$a}{$a}", count: 2_200))
        #expect(all == .tooMuch("bytes out of variables", limit: HLSLimits.expandedBytes))
    }

    @Test func `a master playlist has variables, and those that it names import them`() async throws {
        try await DownloadsHarness.with { downloads, client in
            let master = [
                "#EXTM3U", #"#EXT-X-DEFINE:NAME="dir",VALUE="sub""#, #"#EXT-X-DEFINE:QUERYPARAM="tok""#,
                #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="{$dir}",URI="{$dir}/a.m3u8?tok={$tok}""#,
                #"#EXT-X-STREAM-INF:BANDWIDTH=100000,AUDIO="a""#, "{$dir}/v.m3u8?tok=own",
            ]
            let video = [
                "#EXTM3U", "#EXT-X-TARGETDURATION:3", #"#EXT-X-DEFINE:IMPORT="dir""#,
                #"#EXT-X-DEFINE:QUERYPARAM="tok""#,
                "#EXTINF:2,", "/{$dir}/s0.ts?t={$tok}", "#EXT-X-ENDLIST",
            ]
            let audio = [
                "#EXTM3U", "#EXT-X-TARGETDURATION:3", #"#EXT-X-DEFINE:IMPORT="tok""#, "#EXTINF:2,", "s1.aac?t={$tok}",
                "#EXT-X-ENDLIST",
            ]
            for (path, lines) in [("/m.m3u8", master), ("/sub/v.m3u8", video), ("/sub/a.m3u8", audio)] {
                downloads.server.serve(path, .init(bytes: Array(lines.joined(separator: "\n").utf8)))
            }
            for path in ["/sub/s0.ts", "/sub/s1.aac"] {
                downloads.server.serve(path, .init(bytes: [0x47] + someBytes(99)))
            }
            downloads.catalog.add("m1", downloads.server.url("/m.m3u8?tok=zz"))
            let done = try await client.fetched("m1")
            #expect(done.status == .completed, "\(done.trouble?.message ?? "")")
            let targets = downloads.server.heard.map(\.target)
            #expect(targets.contains("/sub/s0.ts?t=own") && targets.contains("/sub/s1.aac?t=zz"))
        }
    }

    @Test func `a playlist's own address has the parameters`() async throws {
        try await DownloadsHarness.with { downloads, client in
            let lines = [
                "#EXTM3U", "#EXT-X-VERSION:11", "#EXT-X-TARGETDURATION:3", #"#EXT-X-DEFINE:NAME="dir",VALUE="sub""#,
                #"#EXT-X-DEFINE:QUERYPARAM="tok""#, "#EXTINF:2,", "{$dir}/s0.ts?t={$tok}", "#EXTINF:2,",
                "{$dir}/s1.ts", "#EXT-X-ENDLIST",
            ]
            downloads.server.serve("/index.m3u8", .init(bytes: Array(lines.joined(separator: "\n").utf8)))
            for index in 0..<2 {
                downloads.server.serve("/sub/s\(index).ts", .init(bytes: [0x47] + someBytes(99)))
            }
            downloads.catalog.add("m1", downloads.server.url("/index.m3u8?tok=zz"))
            let done = try await client.fetched("m1")
            #expect(done.status == .completed)
            let targets = downloads.server.heard.map(\.target)
            #expect(targets.contains("/sub/s0.ts?t=zz") && targets.contains("/sub/s1.ts"))
            downloads.catalog.add("m2", downloads.server.url("/index.m3u8"))
            let error = await client.failure(of: Downloads.Start(content: "m2"))
            #expect(error?.problem?.code == .notSupported)
            #expect(error?.message.contains("variable tok") == true)
        }
    }
}
