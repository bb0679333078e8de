import Testing

@testable import WebService

/// The names that requests may be addressed to.
struct HostRulesTests {
    @Test(arguments: [
        ("localhost", true), ("LOCALHOST:8787", true), ("localhost.", true), ("127.0.0.1:8787", true),
        ("[::1]:8787", true),
        ("127.8.9.1", true), ("media.lan", true), ("media.lan:443", true), ("MEDIA.LAN.", true),
        ("evil.example", false), ("localhost.evil.example", false), ("192.168.1.5", false), ("[fe80::1]", false),
        ("", false), ("localhost:", false), ("localhost:99999", false), ("[::1", false), ("a b", false),
        ("127.0.0.1.evil.example", false), ("media.lan@evil.example", false),
    ])
    func `on loopback its own names and the configured ones count`(authority: String, isAccepted: Bool) {
        let rules = HostRules(names: ["media.lan"], isLoopback: true)
        #expect(rules.accepts(authority) == isAccepted, "\(authority)")
    }

    @Test(arguments: [
        ("192.168.1.5:8787", true), ("[fe80::1]:8787", true), ("localhost", true), ("evil.example", false),
        ("1.2.3", false),
    ])
    func `beyond loopback any address counts, and no unknown name`(authority: String, isAccepted: Bool) {
        #expect(HostRules(names: [], isLoopback: false).accepts(authority) == isAccepted, "\(authority)")
    }
}
