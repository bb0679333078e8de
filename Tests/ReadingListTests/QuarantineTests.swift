import Foundation
import HearthModel
import ProfilesAPI
import RPC
import ReadingListAPI
import TestSupport
import Testing

@testable import ReadingListService
@testable import ServiceKit

/// A profile that profiles no longer lists: its links are kept, hidden, until it is listed again or confirmed to be gone.
struct QuarantineTests {
    private static let adam = TestCaller.adult.profile
    private static let olga = TestCaller.owner.profile
    private static let settings = HouseholdSettings(
        name: "Home", timeZone: "UTC", kidsSeeUnrated: true, kidsSeeUnratedChannels: true)

    /// The service with links of two profiles, following a log of profiles.
    private func with(
        _ body: (ServiceHarness, FakeEventLog<ProfilesEvent>, _ adam: RPCClient<ReadingList>) async throws -> Void
    ) async throws {
        try await ServiceHarness.with(ReadingListService.self) { harness in
            let log = FakeEventLog<ProfilesEvent>()
            var handlers = RPCHandlers<Profiles>()
            handlers.on(Profiles.FollowEvents.self) { _, writer, call in
                try await log.send(to: writer, after: call.resumeAfter)
            }
            try harness.clients.play("profiles", handlers)
            let adam = try await harness.list(of: .adult)
            try await adam.save("https://adam.example/1", "Adam's")
            try await harness.list().save("https://olga.example/1", "Olga's")
            try await body(harness, log, adam)
        }
    }

    private func leaveOut(_ harness: ServiceHarness, _ log: FakeEventLog<ProfilesEvent>) async throws {
        log.tell(ProfilesEvent(snapshot: ProfilesSnapshot(profiles: [Self.olga], settings: Self.settings)))
        let isHidden = try await comes { try await entries(harness).map(\.id) == [Self.adam] }
        #expect(isHidden)
    }

    private func entries(_ harness: ServiceHarness) async throws -> [QuarantinedEntry] {
        try await quarantine(harness).send(Quarantine.ListQuarantined()).entries
    }

    private func quarantine(
        _ harness: ServiceHarness, _ person: TestCaller = .owner
    ) async throws -> RPCClient<
        Quarantine
    > {
        try await harness.client(Quarantine.self, as: person)
    }

    private func part(_ harness: ServiceHarness) -> HealthRegistry.Part? {
        harness.health?.all.first { $0.name == "quarantine" }
    }

    @Test func `calls are refused by name, health tells it, and the owner sees what is kept`() async throws {
        try await with { harness, log, adam in
            #expect(part(harness) == nil)
            try await leaveOut(harness, log)
            let refusal = try #require(await adam.failure(of: ReadingList.ListLinks()))
            #expect(refusal.code == .failedPrecondition)
            #expect(refusal.executed == .no)
            #expect(refusal.detail(ProfileQuarantined.self)?.profile == Self.adam)
            #expect(refusal.message.contains("hearth quarantine restore \(Self.adam)"))
            #expect(await adam.failure(of: ReadingList.SaveLink(url: "https://adam.example/2"))?.executed == .no)
            let tells = try await comes { part(harness)?.state == .degraded }
            #expect(tells)
            #expect(
                part(harness)?.reason
                    == "1 profile that profiles no longer lists is kept, hidden, for 30 days; see: hearth quarantine")
            let entry = try #require(try await entries(harness).first)
            #expect(entry.kind == .profile)
            #expect(entry.source == "profiles")
            #expect(entry.holds == [QuarantinedAmount("links", 1)])
            #expect(entry.secondsLeft == 30 * 86_400)
            // Others go on as before.
            #expect(try await harness.list().titles() == ["Olga's"])
        }
    }

    @Test func `a restart changes nothing, and the first call of all is refused, too`() async throws {
        try await with { harness, log, _ in
            try await leaveOut(harness, log)
            try await harness.restart()
            let adam = try await harness.list(of: .adult)
            #expect(await adam.failure(of: ReadingList.ListLinks())?.detail(ProfileQuarantined.self) != nil)
            #expect(part(harness)?.state == .degraded)
        }
    }

    @Test(arguments: [true, false])
    func `what is listed again is back, by an event as by a list`(byList: Bool) async throws {
        try await with { harness, log, adam in
            try await leaveOut(harness, log)
            log.tell(
                byList
                    ? ProfilesEvent(
                        snapshot: ProfilesSnapshot(profiles: [Self.olga, Self.adam], settings: Self.settings))
                    : ProfilesEvent(profileListed: ProfileListed(profile: Self.adam)))
            let isBack = try await comes { (try? await adam.titles()) == ["Adam's"] }
            #expect(isBack)
            #expect(try await entries(harness).isEmpty)
            let isWell = try await comes { part(harness)?.state == .serving }
            #expect(isWell)
        }
    }

    @Test func `a confirmed absence erases at once, in no file is anything left, and it does not come back`()
        async throws
    {
        try await with { harness, log, adam in
            try await leaveOut(harness, log)
            let confirm = Quarantine.ConfirmAbsence(kind: .profile, id: Self.adam)
            #expect(try await quarantine(harness).send(confirm).isErased)
            #expect(try await !quarantine(harness).send(confirm).isErased)
            #expect(try await entries(harness).isEmpty)
            #expect(
                await adam.failure(of: ReadingList.SaveLink(url: "https://adam.example/3"))?.problem == .profileGone)
            // What is not in quarantine is not erased by it.
            let other = Quarantine.ConfirmAbsence(kind: .profile, id: Self.olga)
            #expect(try await !quarantine(harness).send(other).isErased)
            #expect(try await harness.list().titles() == ["Olga's"])
            await harness.stop()
            let folder = URL(filePath: harness.dataDirectory + "/home")
            for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
                #expect(try Data(contentsOf: file).range(of: Data("adam.example".utf8)) == nil, "\(file)")
            }
        }
    }

    @Test func `a deletion reaches what is in quarantine`() async throws {
        try await with { harness, log, adam in
            try await leaveOut(harness, log)
            log.tell(
                ProfilesEvent(profileDeleted: ProfileDeleted(profile: Self.adam), mustBeUnderstood: true))
            let isGone = try await comes { try await entries(harness).isEmpty }
            #expect(isGone)
            #expect(
                await adam.failure(of: ReadingList.SaveLink(url: "https://adam.example/3"))?.problem == .profileGone)
        }
    }

    @Test func `after its time it is erased with a notice, and its profile may begin again`() async throws {
        try await with { harness, log, adam in
            try await leaveOut(harness, log)
            let controller = QuarantineController(
                service: "reading-list", rules: ReadingListService.quarantineRules,
                shards: try #require(harness.shards), health: HealthRegistry(), logger: harness.logs.logger,
                erased: { _ in })
            // The first count begins at 0, whatever passed before.
            for seconds in [40 * 86_400, 30 * 86_400 - 1] as [Int64] { await controller.passOver(after: seconds) }
            #expect(try await entries(harness).map(\.secondsLeft) == [1])
            await controller.passOver(after: 1)
            #expect(try await entries(harness).isEmpty)
            #expect(harness.logs.messages.contains { $0.contains("Expired quarantine entries were erased") })
            #expect(try await adam.titles().isEmpty)
            try await adam.save("https://adam.example/4", "Again")
        }
    }

    @Test func `the owner alone may ask and confirm, and wrong questions are refused by field`() async throws {
        try await with { harness, log, _ in
            try await leaveOut(harness, log)
            for person in [TestCaller.adult, .kids] {
                await #expect(throws: RPCError.self) {
                    _ = try await quarantine(harness, person).send(Quarantine.ListQuarantined())
                }
            }
            let client = try await quarantine(harness)
            await #expect(throws: RPCError.self) {
                _ = try await client.send(Quarantine.ListQuarantined(page: PageRequest(size: 0)))
            }
            await #expect(throws: RPCError.self) {
                _ = try await client.send(Quarantine.ListQuarantined(page: PageRequest(cursor: "nonsense")))
            }
            await #expect(throws: RPCError.self) {
                _ = try await client.send(Quarantine.ConfirmAbsence(kind: .title, id: "x"))
            }
            await #expect(throws: RPCError.self) {
                _ = try await client.send(Quarantine.ConfirmAbsence(kind: .profile, id: ""))
            }
        }
    }
}
