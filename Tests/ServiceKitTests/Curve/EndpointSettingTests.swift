import RPC
import TestSupport
import Testing

@testable import ServiceKit

/// Where services on other machines are.
struct EndpointSettingTests {
    @Test
    func `an entry names a service, a host and a port`() {
        for text in [
            "catalog=tcp://10.0.0.5:7001", "profiles=tcp://box-2.home.arpa:65535", "downloads=tcp://127.0.0.1:1",
        ] {
            #expect(EndpointSetting(text)?.description == text)
        }
    }

    @Test(arguments: [
        "", "catalog", "catalog=", "=tcp://a:1", "catalogue=tcp://a:1", "catalog=ipc:///x", "catalog=tcp://a",
        "catalog=tcp://a:0", "catalog=tcp://a:65536", "catalog=tcp://:1", "catalog=tcp://*:1",
        "catalog=tcp://a:1/x",
        "catalog=tcp://a b:1", "catalog=tcp://[::1]:1", "catalog=tcp://eth0;a:1", "catalog=tcp://ä:1",
        "catalog=tcp://a:1=2", "catalog=catalog=tcp://a:1", "catalog tcp://a:1", "catalog=tcp://@a:1",
    ])
    func `everything else is refused`(text: String) {
        #expect(EndpointSetting(text) == nil)
    }

    @Test
    func `a service is named once`() {
        let (here, there) = ("catalog=tcp://10.0.0.5:1", "catalog=tcp://10.0.0.6:1")
        #expect(EndpointSetting.read([here, "profiles=tcp://10.0.0.5:2"])?.count == 2)
        #expect(EndpointSetting.read([here, there]) == nil)
        #expect(EndpointSetting.read([here, "x"]) == nil)
    }

    @Test(arguments: Seeds.make(20))
    func `what is taken is what was written, and nothing that libzmq reads otherwise`(seed: UInt64) {
        let random = Simulation(seed: seed)
        let pieces = [
            "catalog", "=", "tcp://", "ipc://", "10.0.0.5", ":", "7001", "a", "-", ".", "*", ";", "/", " ", "0", "é",
        ]
        for _ in 0..<2_000 {
            let tail = (0..<Int(random.random() % 5)).map { _ in pieces[Int(random.random() % 16)] }.joined()
            let text = (random.random() % 2 == 0 ? "catalog=tcp://" : "") + tail
            guard let entry = EndpointSetting(text) else { continue }
            let host = text.dropFirst("catalog=tcp://".count).prefix { $0 != ":" }
            #expect(text.hasPrefix("catalog=tcp://") && !host.isEmpty, "seed \(seed): \(text)")
            #expect(host.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) }, "seed \(seed)")
            #expect(EndpointSetting(entry.description) == entry, "seed \(seed): \(text)")
        }
    }
}
