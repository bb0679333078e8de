import Testing

@testable import HTTPFetch

struct SpecialRangesTests {
    /// Hosts of the public internet, among them the neighbours of every special range.
    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0",
        "192.0.3.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "198.51.99.255", "203.0.114.0",
        "223.255.255.255", "2606:4700:4700::1111", "2001:4860:4860::8888", "2001:200::", "2003::1", "2620:4f:8001::",
        "3ffe::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
    ])
    func `public addresses are not special`(_ text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(SpecialRanges.entry(of: address) == nil)
    }

    @Test(arguments: [
        ("0.0.0.1", "this host"), ("10.1.2.3", "private"), ("127.0.0.1", "loopback"), ("169.254.1.1", "link-local"),
        ("169.254.169.254", "metadata of a cloud"), ("::ffff:10.0.0.1", "private"), ("64:ff9b::7f00:1", "loopback"),
        ("::1", "loopback"), ("::", "this host"), ("::2", "a tunnel"), ("2001:0:1::", "for protocols"),
        ("2002::", "a tunnel"), ("4000::", "not of the public internet"), ("1fff:ffff::", "not of the public internet"),
        ("fe80::1", "link-local"), ("feff::1", "private"), ("ff02::1", "multicast"),
        ("3fff:fff::", "for documentation"),
    ])
    func `special addresses have a purpose`(_ text: String, _ purpose: String) throws {
        let address = try #require(IPAddress(text))
        #expect(SpecialRanges.entry(of: address)?.purpose == purpose)
    }

    @Test func `every range is one`() { #expect(SpecialRanges.named.count == 39) }

    @Test(arguments: ["10.0.0.0", "10.0.0.0/33", "10.0.0/8", "::/129", "a/8", "/8", "10.0.0.0/-1", "1.2.3.4/8/8"])
    func `other texts are no range`(_ text: String) { #expect(AddressRange(text) == nil) }

    @Test func `ranges end within bytes`() throws {
        let range = try #require(AddressRange("100.64.0.0/10"))
        #expect(range.contains(try #require(IPAddress("100.127.255.255"))))
        #expect(!range.contains(try #require(IPAddress("100.128.0.0"))))
        #expect(!range.contains(try #require(IPAddress("::"))))
        let all = try #require(AddressRange("::/0"))
        #expect(all.contains(try #require(IPAddress("ff::"))))
    }
}
