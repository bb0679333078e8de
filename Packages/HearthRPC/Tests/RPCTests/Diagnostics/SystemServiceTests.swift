import RPC
import RPCDiagnostics
import RPCInProcess
import Testing

/// What the engines know of `sys`, whose contract is another module's.
@Suite struct SystemServiceTests {
    @Test func `the engines' names of sys are the contract's`() {
        #expect(SystemServiceNames.service == Sys.name)
        #expect(SystemServiceNames.ping == Sys.Ping.fullMethod)
        #expect(SystemServiceNames.health == Sys.GetHealth.fullMethod)
    }

    @Test func `a server without diagnostics has no sys, and one with them has`() async throws {
        for hasDiagnostics in [false, true] {
            var server = RPCServer(name: "bare", version: "1", runtime: SystemRuntime.shared)
            if hasDiagnostics { server.diagnostics = Diagnostics() }
            let host = InProcessHost(name: "bare", runtime: SystemRuntime.shared)
            host.start(server)
            let client = InProcessClient(host)
            defer { client.close() }
            let sys = RPCClient<Sys>(client.channel, defaults: CallOptions(timeout: .seconds(60)))
            var code = RPCCode.ok
            do { _ = try await sys.send(Sys.Ping()) } catch { code = error.code }
            #expect(code == (hasDiagnostics ? .ok : .unimplemented))
        }
    }
}
