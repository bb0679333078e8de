import Glibc
import Testing

@testable import ZeroMQ

/// Which versions of libzmq are started with.
@Suite struct VersionTests {
    typealias Version = ZeroMQContext.Version

    @Test func `the installed one is started`() throws {
        let installed = ZeroMQContext.version
        #expect(installed.major >= 4)
        try ZeroMQContext.accept(installed)
        _ = try ZeroMQContext.make()
    }

    @Test(arguments: [
        Version(major: 4, minor: 3, patch: 4), Version(major: 4, minor: 3, patch: 5),
        Version(major: 4, minor: 3, patch: 10), Version(major: 4, minor: 4, patch: 0),
        Version(major: 5, minor: 0, patch: 0),
    ])
    func `the oldest that is safe and newer ones are accepted`(version: Version) throws {
        try ZeroMQContext.accept(version)
    }

    @Test(arguments: [
        Version(major: 0, minor: 0, patch: 0), Version(major: 3, minor: 9, patch: 9),
        Version(major: 4, minor: 0, patch: 10), Version(major: 4, minor: 2, patch: 5),
        Version(major: 4, minor: 3, patch: 3),
    ])
    func `an older one is refused, with what to do`(version: Version) {
        let error = #expect(throws: ZeroMQError.self) { try ZeroMQContext.accept(version) }
        #expect(error?.code == ENOTSUP)
        #expect(
            error?.description == """
                start with libzmq \(version): strangers can overrun what is older than 4.3.4; \
                install libzmq 4.3.4 or newer and start again
                """)
    }
}
