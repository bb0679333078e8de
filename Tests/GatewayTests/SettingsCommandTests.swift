import ServiceKit
import Testing

struct SettingsCommandTests {
    @Test
    func `all settings are listed, and one is printed alone`() async throws {
        let bench = try GatewayHarness()
        let lines = await bench.run("settings").out.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("SETTING") == true)
        let queue = try #require(lines.first { $0.hasPrefix("maxQueueSize ") })
        #expect(queue.contains(" 50 ") && queue.contains(" 10 to 100 "))
        #expect(await bench.run("settings", "get", "MAXQUEUESIZE").out == "50\n")
        #expect(await bench.run("settings", "get", "preBufferTimeSeconds").out == "120 s\n")
        let json = try await bench.run("settings", "get", "hoverPreviewDelay", "--json").json()
        #expect((json["value"] as? [String: Any])?["decimal"] as? Double == 1)
        #expect((json["definition"] as? [String: Any])?["maximum"] as? Double == 3)
    }

    @Test
    func `values are typed as they are shown, kept by profile, and reset`() async throws {
        let bench = try GatewayHarness()
        #expect(await bench.run("settings", "set", "theme", "Light").out == "theme is light now.\n")
        #expect(
            await bench.run("settings", "set", "hoverPreviewDelay", "2.5").out == "hoverPreviewDelay is 2.5 s now.\n")
        #expect(await bench.run("settings", "set", "subscribedProviders", "8,337").out.contains("is 8,337 now"))
        #expect(await bench.run("settings", "set", "enableSkipIntro", "no", "--of", "kids").out.contains("is off now"))
        #expect(await bench.run("settings", "get", "enableSkipIntro").out == "on\n")
        let hidden = await bench.run("settings", "list", "--of", "Kids").out
        #expect(hidden.contains("off, no effect") && hidden.contains("Needs enableSkipIntro."))
        let reset = await bench.run("settings", "reset", "theme", "hoverPreviewDelay")
        #expect(reset.out == "hoverPreviewDelay is 1 s now.\ntheme is dark now.\n")
    }

    @Test
    func `what cannot be is refused by name, and says what can`() async throws {
        let bench = try GatewayHarness()
        let outside = await bench.run("settings", "set", "maxQueueSize", "500")
        #expect(outside.status == .usage)
        #expect(outside.err.contains("maxQueueSize: must be a whole number from 10 to 100."))
        let words = await bench.run("settings", "set", "maxQueueSize", "many")
        #expect(words.status == .usage)
        #expect(words.err.contains("maxQueueSize takes 10 to 100."))
        let unknown = await bench.run("settings", "get", "maxQueSize")
        #expect(unknown.status == .failure)
        #expect(unknown.err.contains("Did you mean \"maxQueueSize\"?"))
        #expect(await bench.run("settings", "get", "maxQueueSize").out == "50\n")
        _ = await bench.run("settings", "set", "enableSkipIntro", "off")
        let alone = await bench.run("settings", "set", "autoSkipIntro", "on")
        #expect(alone.status == .failure)
        #expect(alone.err.contains("(settingNeedsAnother)"))
        #expect(await bench.run("settings", "get", "autoSkipIntro").out == "off\n")
        #expect(await bench.run("settings", "reset", "lastCloudSyncDate").err.contains("(settingOfServices)"))
    }

    @Test
    func `hiding adult titles ends the tokens at hand`() async throws {
        let bench = try GatewayHarness()
        _ = await bench.run("settings")
        let sessions = bench.profiles.sessions
        let hidden = await bench.run("settings", "set", "hideAdultContent", "on")
        #expect(hidden.out == "hideAdultContent is on now.\nAll devices follow at once: they sign in again.\n")
        _ = await bench.run("settings")
        #expect(bench.profiles.sessions == sessions + 1)
    }
}
