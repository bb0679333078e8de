import HTTPFetch
import RPC
import Testing

struct FetchURLTests {
    @Test(arguments: [
        ("http://example.org", "example.org", 80, "http://example.org/"),
        ("HTTPS://Example.ORG./a?b#c", "example.org", 443, "https://Example.ORG/a?b"),
        ("http://example.org:8080/", "example.org", 8_080, "http://example.org:8080/"),
        ("http://0x7f.1/", "127.0.0.1", 80, "http://127.0.0.1/"),
        ("http://127。0。0。1/", "127.0.0.1", 80, "http://127.0.0.1/"),
        ("http://%31%32%37.1/", "127.0.0.1", 80, "http://127.0.0.1/"),
        ("http://bücher.example/", "xn--bcher-kva.example", 80, "http://xn--bcher-kva.example/"),
        ("https://[2001:DB8::0:1]:443/", "2001:db8::1", 443, "https://[2001:db8::1]:443/"),
        ("http://example.org/a b/é", "example.org", 80, "http://example.org/a%20b/%C3%A9"),
    ])
    func `one form for many spellings`(_ text: String, _ host: String, _ port: Int, _ whole: String) throws {
        let url = try FetchURL(text)
        #expect(url.host == host)
        #expect(url.port == port)
        #expect(url.text.lowercased() == whole.lowercased())
    }

    @Test(arguments: [
        "", "example.org", "//example.org/", "/path", "file:///etc/passwd", "ftp://example.org/", "gopher://x/",
        "http://",
        "http://a.org\\@b.org/", "http://./", "http://a:0/", "http://a:65536/", "http://a:x/", "http://a b/",
        "http://a\r\nb/",
        "http://[::1/", "http://[g::]/", "javascript:alert(1)", "http://a\u{0}b/", "data:text/plain,a", "http://..",
        "http://" + String(repeating: "a", count: 9_000) + "/",
    ])
    func `other texts are refused`(_ text: String) {
        let error = #expect(throws: FetchError.self) { try FetchURL(text) }
        #expect(error?.kind == .invalidURL)
        #expect(error?.rpcError.code == .invalidArgument)
    }

    @Test(arguments: [
        ("/x", "https://u:p@example.org/x"), ("x?y", "https://u:p@example.org/a/x?y"), ("//b.org/x", "https://b.org/x"),
        ("http://example.org/x", "http://example.org/x"), ("https://v:q@example.org/x", "https://example.org/x"),
        ("../../x", "https://u:p@example.org/x"),
    ])
    func `references lead from here`(_ reference: String, _ target: String) throws {
        let base = try FetchURL("https://u:p@example.org/a/b?t=1#f")
        #expect(try base.resolving(reference).text == target)
    }

    /// Where a stream's address holds its viewer's name and password, they are in the path.
    @Test func `what is printed holds no secret`() throws {
        let url = try FetchURL("http://user:word@panel.example:8080/live/viewer/geheim/1.ts?token=abc")
        #expect("\(url)" == "http://panel.example:8080/…")
        #expect("\(try FetchURL("https://[2606:4700::1]/x"))" == "https://[2606:4700::1]/…")
    }
}
