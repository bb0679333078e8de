import CatalogAPI
import Foundation
import HearthModel
import RPC
import ServiceKit
import Testing

struct ReflectionTests {
    @Test
    func `a method is called by JSON, by its full name or any end of it`() async throws {
        let bench = try GatewayHarness()
        var results = SearchResults()
        results.total = 3
        bench.catalog.setSearch(results)
        for name in ["hearth.catalog.v1.Catalog/Search", "Catalog/Search", "search"] {
            let outcome = await bench.run("call", name, #"{"text": "alien", "kinds": ["movie"]}"#, "--json")
            #expect(outcome.status == .success, "\(outcome.err)")
            #expect(try outcome.json()["total"] as? Int == 3)
        }
        #expect(bench.catalog.searches.map(\.text) == ["alien", "alien", "alien"])
        #expect(bench.catalog.searches.first?.kinds == [.movie])
    }

    @Test
    func `a method that every process has goes to the one that is named`() async throws {
        let bench = try GatewayHarness()
        let info = try await bench.run("call", "Sys/GetInfo", "--service", "profiles", "--json").json()
        #expect(info["name"] as? String == "profiles")
    }

    @Test
    func `a request that does not fit says where`() async throws {
        let bench = try GatewayHarness()
        let outcome = await bench.run("call", "Catalog/Search", #"{"text": 1}"#)
        #expect(outcome.status == .usage)
        #expect(outcome.err.contains("text: Must be text, not a number."))
        #expect(outcome.err.contains("hearth describe hearth.catalog.v1.Catalog/Search"))
        #expect(await bench.run("call", "Catalog/Search", "{").status == .usage)
        #expect(await bench.run("call", "Catalog/Search", "{}", "--key", "12").status == .usage)
        #expect(await bench.run("call", "Catalog/Search", "{}", "--metadata", "x").status == .usage)
    }

    @Test
    func `an unknown method is guessed; with a service down it may be there`() async throws {
        let bench = try GatewayHarness()
        let outcome = await bench.run("call", "Catalog/Serch")
        #expect(outcome.status == .usage)
        #expect(outcome.err.contains("Did you mean \"Catalog/Search\"?"))
        bench.stop("catalog")
        let down = await bench.run("call", "Catalog/Search", #"{"text": ""}"#)
        #expect(down.status == .unavailable)
        #expect(down.err.contains("These could not be queried: catalog."))
    }

    @Test
    func `an unknown outcome of an unsafe call is no failure`() async throws {
        let bench = try GatewayHarness()
        _ = await bench.run("profile", "list")
        bench.profiles.fail(with: RPCError(.unavailable, "Lost.", executed: .maybe))
        let outcome = await bench.run("call", "Profiles/CreateProfile", #"{"name": "x", "kind": "kids"}"#)
        #expect(outcome.status == .unknown)
    }

    @Test
    func `methods are listed, and who does not answer is named`() async throws {
        let bench = try GatewayHarness()
        let all = await bench.run("list")
        #expect(all.out.contains("catalog   hearth.catalog.v1.Catalog/Search"))
        #expect(all.out.contains("hearth.profiles.v1.Profiles/LocalOwner"))
        bench.stop("catalog")
        let part = await bench.run("list")
        #expect(part.status == .success)
        #expect(part.out.contains("Missing: catalog."))
        let json = try await bench.run("list", "--json").json()
        #expect(json["missing"] as? [String] == ["catalog"])
        let own = await bench.run("list", "catalog")
        #expect(own.status == .unavailable)
    }

    @Test
    func `a method is described with its shapes`() async throws {
        let bench = try GatewayHarness()
        let outcome = await bench.run("describe", "Profiles/CreateProfile")
        #expect(
            outcome.out == """
                hearth.profiles.v1.Profiles/CreateProfile
                  answered by profiles, for adult, owner
                  idempotentByKey, 5.0 s by default

                Request
                  name  text
                  kind  profile-kind

                Answer
                  id          text
                  name        text
                  kind        profile-kind
                  member      text, optional
                  created     date
                  hidesAdult  bool, optional
                  hasPIN      bool, optional
                  asksPIN     bool, optional

                profile-kind
                  text

                """)
        let json = try await bench.run("describe", "Catalog/Search", "--json").json()
        #expect((json["rules"] as? [String: Any])?["card"] != nil)
    }
}
