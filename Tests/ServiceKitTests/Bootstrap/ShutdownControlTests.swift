import Logging
import RPC
import ServiceLifecycle
import TestSupport
import Testing

@testable import ServiceKit

struct ShutdownControlTests {
    private struct Waiting: Service {
        func run() async throws { try? await gracefulShutdown() }
    }

    private func group() -> ServiceGroup {
        ServiceGroup(services: [Waiting()], logger: LogCapture().logger)
    }

    @Test(arguments: [true, false])
    func `a failed disk ends the process with 70, whatever else asked for an end`(drainFirst: Bool) async throws {
        let control = ShutdownControl(runtime: SystemRuntime.shared)
        let group = group()
        async let ended: Void = group.run()
        control.attach(group)
        if drainFirst { control.request(.success) }
        control.request(.fatal)
        if !drainFirst { control.request(.success) }
        try? await ended
        #expect(control.status == .fatal)
    }

    @Test
    func `a drain ends it with 0`() async throws {
        let control = ShutdownControl(runtime: SystemRuntime.shared)
        let group = group()
        async let ended: Void = group.run()
        control.attach(group)
        control.request(.success)
        try? await ended
        #expect(control.status == .success)
    }

    @Test
    func `a request that comes before there is anything to end is carried out then`() async throws {
        let control = ShutdownControl(runtime: SystemRuntime.shared)
        control.request(.fatal)
        let group = group()
        async let ended: Void = group.run()
        control.attach(group)
        try? await ended
        #expect(control.status == .fatal)
    }
}
