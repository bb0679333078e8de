import ProfilesAPI
import ServiceKit
import TestSupport
import Testing

/// `hearth web open`.
struct WebCommandTests {
    @Test
    func `a link has the code of a pairing that is approved, behind the fragment`() async throws {
        let bench = try GatewayHarness()
        try AtomicFile.write(
            WebAddress(url: "http://127.0.0.1:8787"), to: WebAddress.path(in: bench.directory.path("run")))
        let opened = await bench.run("web", "open", "--name", "Tablet", "--shared")
        #expect(opened.out == "http://127.0.0.1:8787/#/sign-in?code=home.secret\n")
        #expect(opened.err.contains("one use within 10 minutes"))
        #expect(bench.profiles.devices.pairing("KLMNPQRS")?.state == .approved)
        let device = bench.profiles.devices.started.last?.device
        #expect(device?.name == "Tablet" && device?.platform == "web" && device?.isShared == true)
        let json = try await bench.run("web", "open", "--json").json()
        #expect(json["link"] as? String == "http://127.0.0.1:8787/#/sign-in?code=home.secret")
        #expect(json["lifetimeSeconds"] as? Int == 600)
    }

    @Test
    func `the household is opened by the owner before a device is paired with it`() async throws {
        let bench = try GatewayHarness()
        try AtomicFile.write(
            WebAddress(url: "http://127.0.0.1:8787"), to: WebAddress.path(in: bench.directory.path("run")))
        let failed = await bench.run("web", "open", "--household", "lake-mistyped")
        #expect(failed.status == .failure && failed.err.contains("There is no household"))
        #expect(bench.profiles.devices.started.isEmpty, "a pairing does not make a household")
    }

    @Test
    func `without a web server there is no link, and nothing is started`() async throws {
        let bench = try GatewayHarness()
        let failed = await bench.run("web", "open")
        #expect(failed.status == .unavailable && failed.err.contains("hearth up web"))
        #expect(bench.profiles.devices.started.isEmpty)
    }
}
