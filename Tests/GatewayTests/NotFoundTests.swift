import CatalogAPI
import Foundation
import HearthModel
import ServiceKit
import TestSupport
import Testing

@testable import GatewayCommands

struct NotFoundTests {
    @Test
    func `a channel that there is not fails the guide, and the others are shown`() async throws {
        let bench = try GatewayHarness()
        bench.catalog.setGuide(GuideSample.page)
        let partly = await bench.run("guide", "now", "ch-1", "nope")
        #expect(partly.status == .failure)
        #expect(partly.out.contains("News 24"))
        #expect(partly.err.contains("No channel has the id \"nope\"") && !partly.err.contains("ch-1"))
        bench.catalog.setDetails(FakeCatalog.Details(grid: Grid(rows: [])))
        let none = await bench.run("guide", "grid", "nope")
        #expect(none.status == .failure && none.err.contains("(UNKNOWN_CHANNEL)"))
    }

    @Test(arguments: [["config", "--service"], ["status"], ["keys", "make"], ["sys", "stats"]])
    func `a service that there is not is named, with what was meant`(command: [String]) async throws {
        let outcome = await (try GatewayHarness()).run(list: command + ["catalogue"])
        #expect(outcome.status == .usage)
        #expect(outcome.err.contains("There is no service \"catalogue\".\n  Did you mean \"catalog\"?"))
        #expect(outcome.out == "")
    }

    @Test
    func `an unknown household names those that there are, and where the name came from`() async throws {
        let bench = try GatewayHarness()
        let none = await bench.run("profile", "list", "--household", "home-mistyped")
        #expect(none.status == .failure)
        #expect(none.err.contains("To create it: hearth household create home-mistyped"))
        for name in ["home", "lake-house"] { try bench.directory.directory("data/\(name)") }
        let outcome = await bench.run("profile", "list", variables: ["HEARTH_HOUSEHOLD": "home-mistyped"])
        #expect(outcome.status == .failure)
        #expect(outcome.err.contains("There is no household \"home-mistyped\" (named by HEARTH_HOUSEHOLD)."))
        #expect(outcome.err.contains("There are home, lake-house."))
    }

    @Test(arguments: [true, false])
    func `where a policy hides things, nothing advises to import`(isKid: Bool) async throws {
        let bench = try GatewayHarness()
        for command in [["search"], ["catalog"], ["catalog", "genres"], ["guide"]] {
            let outcome = await bench.run(list: command + (isKid ? ["--profile", "Kids"] : []))
            #expect(outcome.status == .success, "\(command): \(outcome.err)")
            #expect(outcome.out.contains("hearth import") == !isKid, "\(command): \(outcome.out)")
            if isKid { #expect(outcome.out.contains("may see"), "\(command)") }
        }
    }

    @Test
    func `advice fits the error: an unknown profile is not searched for`() async throws {
        let bench = try GatewayHarness()
        let profile = await bench.run("search", "x", "--profile", "nope")
        #expect(profile.err.contains("hearth profile list") && !profile.err.contains("hearth search"))
        let title = await bench.run("title", "nope")
        #expect(title.err.contains("No title has this id") && title.err.contains("`hearth search WORDS`"))
        let first = await bench.run("--household", "x", "profile", "list")
        #expect(first.status == .usage && first.err.contains("--household stands after the command"))
    }

    @Test
    func `what Foundation says of files is told in words`() async throws {
        let bench = try GatewayHarness()
        _ = try bench.directory.directory("data/cli.json")
        let outcome = await bench.run("profile", "use", "Kids")
        #expect(outcome.status != .success)
        #expect(!outcome.err.contains("NSCocoaErrorDomain") && !outcome.err.contains("Error Domain"))
        let failure = GatewayFailure(CocoaError(.fileWriteNoPermission, userInfo: [NSFilePathErrorKey: "/x/y"]))
        #expect(failure.message == "/x/y cannot be read or written.")
        let posix = NSError(domain: NSPOSIXErrorDomain, code: Int(EACCES))
        let denied = GatewayFailure(
            CocoaError(.fileReadUnknown, userInfo: [NSFilePathErrorKey: "/x", NSUnderlyingErrorKey: posix]))
        #expect(denied.message == "/x cannot be used: Permission denied." && denied.status == .notPermitted)
    }
}
