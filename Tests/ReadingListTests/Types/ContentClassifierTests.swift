import Testing

@testable import ReadingListService

/// Signs of what a link is, one by one.
struct ContentClassifierTests {
    private func types(_ url: String, _ title: String? = nil) throws -> ContentTypeSet {
        ContentClassifier.classify(try WebAddress(url), title: title)
    }

    @Test(arguments: [
        "https://www.youtube.com/watch?v=abc", "https://youtu.be/abc", "https://m.twitch.tv/videos/1",
        "https://vimeo.com/123",
        "https://player.vimeo.com/video/1", "https://www.facebook.com/watch/?v=1",
        "https://www.instagram.com/reel/abc/",
        "https://x.com/somebody/status/1/video/1", "https://example.org/files/talk.mp4",
        "https://cdn.example.org/live/index.m3u8",
        "https://example.org/series/lost/season-1/episode-2", "https://www.example.tv/show/abc",
        "https://video.example.org/a", "https://www.pbs.org/video/a-film",
        "https://www.ted.com/talks/somebody_something",
    ])
    func `videos`(url: String) throws { #expect(try types(url) == .video) }

    @Test(arguments: [
        "https://open.spotify.com/episode/1", "https://soundcloud.com/a/b",
        "https://podcasts.apple.com/us/podcast/x/id1",
        "https://podcast.example.org/12", "https://example.org/podcast/12-things", "https://example.org/files/talk.mp3",
        "https://name.bandcamp.com/track/song", "https://overcast.fm/+abc", "https://music.youtube.com/watch",
        "https://www.exampleradio.com/listen/live-now-abc",
    ])
    func `what is to hear`(url: String) throws { #expect(try types(url).contains(.audio)) }

    @Test(arguments: [
        // What substrings take for video.
        "https://www.netflix-x.com.example.org/story", "https://fedex.com/tracking", "https://x.com/somebody/status/1",
        "https://twitter.com/somebody/status/1", "https://www.instagram.com/p/abc/",
        "https://www.facebook.com/somebody/posts/1",
        "https://www.example.com/2019/11/18/how-we-work", "https://en.wikipedia.org/wiki/Video",
        "https://example.org/paper.pdf",
        "https://blog.youtube.com/news", "https://example.com/watches/best-of-2020",
        "https://developer.spotify.com/documentation/web-api",
        "https://news.example.com/politics/a-forecast-of-rain",
        "https://www.pbs.org/newshour/politics/a-vote", "https://www.history.com/topics/rome",
        "https://www.nba.com/news/trade", "https://example.com/v/2019-news", "https://www.imdb.com/title/tt0078748/",
        "https://en.wikipedia.org/w/index.php?title=Alien", "https://play.google.com/store/apps/details?id=org.example",
        "https://www.theguardian.com/media/2019/nov/18/a-story", "https://onedrive.live.com/edit",
    ])
    func `articles`(url: String) throws { #expect(try types(url) == .article) }

    @Test func `titles say what a page is`() throws {
        let url = "https://example.org/a/b"
        #expect(try types(url, "Perl 6 [video]") == .video)
        #expect(try types(url, "Hit Reply [audio]") == .audio)
        #expect(try types(url, "Video: how it works") == .video)
        #expect(try types(url, "Podcast 12: types") == .audio)
        #expect(try types(url, "The C# language, #1 of 3") == .article)
        #expect(try types(url, "A report [pdf]") == .article)
        #expect(try types("https://example.org/podcast/1", "Watch the podcast [video]").isSuperset(of: [.video]))
    }

    @Test func `a host that merely holds a platform's name is none`() throws {
        for host in ["notyoutube.com", "youtube.com.example.org", "myspotify.company", "vimeo.com.evil.example"] {
            #expect(try types("https://\(host)/abc") == .article, "\(host)")
        }
    }
}
