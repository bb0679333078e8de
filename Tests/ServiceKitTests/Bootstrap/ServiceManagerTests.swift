import Glibc
import TestSupport
import Testing

@testable import ServiceKit

struct ServiceManagerTests {
    @Test(arguments: [false, true])
    func `it is told over a path, and over an abstract address`(isAbstract: Bool) throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("notify")
        let listener = try listen(at: isAbstract ? "\0\(path)" : path)
        defer { close(listener) }
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": isAbstract ? "@\(path)" : path]))
        #expect(manager.tell(.ready))
        #expect(manager.tell(.stopping))
        #expect(received(listener) == "READY=1")
        #expect(received(listener) == "STOPPING=1")
    }

    @Test
    func `a missing service manager is no error`() throws {
        #expect(ServiceManager(environment: [:]).map { _ in true } == nil)
        for name in ["", "relative", "vsock:2:1234", "/" + String(repeating: "a", count: 200)] {
            #expect(ServiceManager(environment: ["NOTIFY_SOCKET": name]).map { _ in true } == nil, "\(name)")
        }
        let directory = try TemporaryDirectory()
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": directory.path("absent")]))
        #expect(!manager.tell(.ready))
    }

    @Test
    func `the watchdog's time counts for the process that is named, or for any`() {
        func time(_ variables: [String: String]) -> Duration? {
            ServiceManager(environment: variables.merging(["NOTIFY_SOCKET": "/x"]) { $1 })?.watchdog
        }
        #expect(time(["WATCHDOG_USEC": "30000000"]) == .seconds(30))
        #expect(time(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "\(getpid())"]) == .seconds(30))
        #expect(time(["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"]) == nil)
        for wrong in ["", "0", "-1", "soon"] { #expect(time(["WATCHDOG_USEC": wrong]) == nil) }
        #expect(time([:]) == nil)
    }

    /// A datagram socket at a path; one that begins with a zero is abstract (unix(7)).
    private func listen(at path: String) throws -> Int32 {
        let listener = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let length = MemoryLayout<sa_family_t>.size + path.utf8.count + (path.hasPrefix("\0") ? 0 : 1)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, socklen_t(length)) }
        }
        try #require(bound == 0)
        return listener
    }

    private func received(_ listener: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = recv(listener, &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}
