import Testing

@testable import ReadingListService

/// What is one page, and what is none.
struct WebAddressTests {
    @Test(arguments: [
        ("HTTP://Example.COM/a", "https://example.com/a"),
        ("https://example.com:443/a/", "https://example.com/a"),
        ("http://example.com:80", "https://example.com/"),
        ("http://example.com:8080/a", "http://example.com:8080/a"),
        ("https://example.com:80/a", "https://example.com:80/a"),
        ("https://example.com./a#top", "https://example.com/a"),
        ("https://example.com/a/./b/../c//", "https://example.com/a/c"),
        ("https://example.com/%7euser/%C3%a9?q=%c3%A9", "https://example.com/~user/%C3%A9?q=%C3%A9"),
        ("https://example.com/\u{e9} b", "https://example.com/%C3%A9%20b"),
        ("https://example.com/100%", "https://example.com/100%25"),
        ("https://example.com/a?utm_source=x&id=7&UTM_Medium=y&fbclid=z", "https://example.com/a?id=7"),
        ("https://example.com/a?gclid=1&mc_eid=2&igshid=3", "https://example.com/a"),
        ("https://example.com/a?&&b=1&", "https://example.com/a?b=1"),
        ("https://example.com/a#utm_medium=x", "https://example.com/a"),
        ("https://example.com/#!/page/1", "https://example.com/#!/page/1"),
        ("https://example.com/app#/inbox/3", "https://example.com/app#/inbox/3"),
        ("https://example.com/a#:~:text=word", "https://example.com/a"),
        ("https://www.youtube.com/watch?v=abc&si=track&feature=share&t=30", "https://www.youtube.com/watch?v=abc&t=30"),
        ("https://open.spotify.com/episode/1?si=x", "https://open.spotify.com/episode/1"),
        ("https://example.com/?si=kept", "https://example.com/?si=kept"),
        ("https://user:secret@example.com/a", "https://example.com/a"),
        ("https://B\u{fc}cher.example/a", "https://xn--bcher-kva.example/a"),
        ("https://xn--bcher-kva.example/a", "https://xn--bcher-kva.example/a"),
        ("https://ｅｘａｍｐｌｅ。com/", "https://example.com/"),
        ("https://[2001:DB8::1]/a", "https://[2001:db8::1]/a"),
        ("https:\\\\example.com\\a", "https://example.com/a"),
        ("  example.com/page \n", "https://example.com/page"),
        ("example.com:8080/x", "https://example.com:8080/x"),
        ("//example.com/x", "https://example.com/x"),
        ("https://exa\nmple.com/a\tb", "https://example.com/ab"),
        ("http://0x7f.1/", "https://127.0.0.1/"), ("http://2130706433/", "https://127.0.0.1/"),
        ("http://0177.0.0.01/", "https://127.0.0.1/"), ("http://192.168.257/", "https://192.168.1.1/"),
        ("http://0X7F000001/", "https://127.0.0.1/"), ("http://1.2.3.4./", "https://1.2.3.4/"),
        ("http://0/", "https://0.0.0.0/"),
        ("http://[::1]/a", "https://[::1]/a"), ("http://[0:0:0:0:0:0:0:1]/a", "https://[::1]/a"),
        ("https://[2001:0db8:0:0:1:0:0:0001]/", "https://[2001:db8::1:0:0:1]/"), ("https://[::]/", "https://[::]/"),
        ("https://[::ffff:1.2.3.4]/", "https://[::ffff:102:304]/"),
        ("https://[1:0:3:4:5:6:7:8]/", "https://[1:0:3:4:5:6:7:8]/"),
        ("https://[fe80::]/", "https://[fe80::]/"),
    ])
    func `one page has one address`(text: String, canonical: String) throws {
        #expect(try WebAddress(text).canonical == canonical)
    }

    @Test(arguments: [
        ("", WebAddress.Refusal.empty), (" \n ", .empty), ("?lY47tw", .notAbsolute), ("hello", .notAbsolute),
        ("javascript:alert(1)", .notWeb("javascript")), ("place:folder=X", .notWeb("place")),
        ("ftp://example.com/a", .notWeb("ftp")), ("mailto:a@example.com", .notWeb("mailto")),
        ("file:///etc/passwd", .notWeb("file")),
        ("https://", .badHost), ("https://exa mple.com/", .badHost), ("https://a..b/", .badHost),
        ("https://[::1/", .badHost), ("http://256.1.1.1/", .badHost), ("http://1.2.3.4.5/", .badHost),
        ("http://4294967296/", .badHost), ("http://09.1.1.1/", .badHost), ("http://a.1/", .badHost),
        ("https://[1:2:3]/", .badHost), ("https://[1::2::3]/", .badHost), ("https://[12345::]/", .badHost),
        ("https://[::1.2.3]/", .badHost), ("https://[1:2:3:4:5:6:7:8:9]/", .badHost), ("https://[:1]/", .badHost),
        ("https://example.com:99999/", .badPort), ("https://example.com:x/", .badPort), ("https://%zz/", .badHost),
        ("https://\(String(repeating: "a", count: 64)).com/", .badHost),
        ("https://example.com/\(String(repeating: "a", count: 9_000))", .tooLong),
    ])
    func `what is no web page is refused with its reason`(text: String, refusal: WebAddress.Refusal) {
        #expect(throws: refusal) { try WebAddress(text) }
    }

    @Test func `what is opened is what was saved`() throws {
        #expect(
            try WebAddress(" https://Example.com/a/?utm_source=x#y ").url == "https://Example.com/a/?utm_source=x#y")
        #expect(try WebAddress("example.com").url == "https://example.com")
    }

    @Test(arguments: [
        ("www.example.com", "example.com"), ("a.b.example.com", "example.com"), ("blog.example.co.uk", "example.co.uk"),
        ("example.co.uk", "example.co.uk"), ("co.uk", "co.uk"), ("x.asahi.co.jp", "asahi.co.jp"),
        ("somebody.github.io", "somebody.github.io"), ("a.somebody.github.io", "somebody.github.io"),
        ("192.168.1.10", "192.168.1.10"), ("localhost", "localhost"), ("[::1]", "[::1]"),
        ("www.abc.net.au", "abc.net.au"),
        ("news.com.au", "news.com.au"), ("x.news.com.au", "news.com.au"), ("www.bbc.co.uk", "bbc.co.uk"),
        ("com.fr", "com.fr"),
    ])
    func `sites are registered domains`(host: String, domain: String) {
        #expect(RegistrableDomain.of(host) == domain)
    }

    // RFC 3492, section 7.1.
    @Test(arguments: [
        ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"), ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
        ("3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"), ("ñandú", "and-6ma2c"),
    ])
    func `names in other scripts are written as the RFC does`(text: String, encoded: String) {
        #expect(Punycode.encode(Array(text.unicodeScalars)) == encoded)
    }
}
