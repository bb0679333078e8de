import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

struct PlanCommandTests {
    @Test func `a plan of the configuration is shown, and its features`() async throws {
        let bench = try GatewayHarness()
        let plan = await bench.run("plan")
        #expect(plan.status == .success)
        #expect(plan.out.contains("premium") && plan.out.contains("the configuration"))
        #expect(!plan.out.contains("read-only"))
        let features = await bench.run("plan", "features").out.split(separator: "\n")
        #expect(features.count == FeatureDefinition.all.count + 1)
        #expect(features.contains { $0.hasPrefix("downloads ") && $0.contains(" no ") && $0.contains(" yes ") })
        let json = try await bench.run("plan", "show", "--json").json()
        #expect(json["source"] as? String == "configuration")
    }

    @Test func `a purchase is redeemed from a file, and shown with what happens next`() async throws {
        let bench = try GatewayHarness()
        let file = try bench.directory.write(" a.b.c \n", to: "transaction.jws")
        let redeemed = await bench.run("plan", "redeem", file)
        #expect(redeemed.status == .success)
        for words in [
            "active, since 2026-01-01 00:00", "org.example.premium.monthly, shared by family sharing",
            "the store renews it at 2026-01-02 00:00", "39.99 USD, 7 days on trial", "Kids",
        ] {
            #expect(redeemed.out.contains(words), "\(words)")
        }
        let missing = await bench.run("plan", "redeem", bench.directory.path("none"))
        #expect(missing.status == .noInput)
    }

    @Test func `the store's text is sent as it is in the file, and out of the store's request`() async throws {
        let bench = try GatewayHarness()
        try bench.respond(to: Profiles.ApplyStoreNotification.self) { request in
            guard request.signedPayload == "a.b.c" else { throw RPCError.invalidArgument("signedPayload", "differs") }
            return StoreNotificationOutcome(.outdated)
        }
        let body = try bench.directory.write(#"{"signedPayload": "a.b.c"}"#, to: "body.json")
        let alone = try bench.directory.write("a.b.c\n", to: "payload.jws")
        for file in [body, alone] {
            let outcome = await bench.run("plan", "notification", file)
            #expect(outcome.out.contains("A later one was applied before"), "\(file): \(outcome.err)")
        }
    }

    @Test func `a feature that the plan lacks is told with its name and the way to it`() async throws {
        let bench = try GatewayHarness(up: ["profiles", "catalog"])
        bench.profiles.fail(with: .featureRequired(.moodVisuals, for: "moodVisuals"))
        let outcome = await bench.run("profile", "list", "--json")
        #expect(try outcome.error()["code"] as? String == "featureRequired")
        #expect(outcome.err.contains("hearth plan features"))
    }
}
