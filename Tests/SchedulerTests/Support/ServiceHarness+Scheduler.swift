import HearthModel
import ProfilesAPI
import RPC
import SchedulerAPI
import ServiceKit
import TestSupport
import Testing

@testable import SchedulerService

extension ServiceHarness {
    /// A client that calls as one person.
    func scheduler(_ person: TestCaller = .owner) async throws -> RPCClient<Scheduler> {
        try await client(Scheduler.self, as: person)
    }

    /// What profiles has to tell arrives.
    func tell(_ event: ProfilesEvent) async throws {
        let directory = try #require(shards)
        try await directory.shard(for: "home").write {
            try ProfilesEvents.apply(event, at: WallTime(secondsSince1970: 0), $0)
        }
    }

    /// The household's clocks are those of Berlin.
    func useBerlinTime() async throws { try await setZone("Europe/Berlin") }

    /// The household's clocks are those of a zone.
    func setZone(_ name: String) async throws {
        try await tell(
            ProfilesEvent(
                settingsChanged: HouseholdSettings(
                    name: "Home", timeZone: name, kidsSeeUnrated: true, kidsSeeUnratedChannels: true)))
    }
}

extension RPCClient<Scheduler> {
    /// The error that a call fails with; nil when it succeeds.
    func failure<Request: RPCRequest>(of request: Request) async -> RPCError? where Request.Service == Scheduler {
        do {
            _ = try await send(request)
            return nil
        } catch {
            return error
        }
    }

    /// Books a placeholder.
    @discardableResult
    func book(
        _ start: String, minutes: Int32 = 60, rule: String? = nil, with profiles: [String]? = nil
    ) async throws -> ProgrammeSlot {
        try await send(Scheduler.BookSlot(profiles: profiles, start: start, minutes: minutes, rule: rule))
    }

    /// Everything that takes place in a week.
    func times(_ first: String) async throws -> [ProgrammeTime] {
        try await send(Scheduler.GetWeek(first: first, from: "00:00", to: "24:00")).times
    }
}

extension RPCError {
    /// The rule of this service that was in the way.
    var problem: SchedulerProblem.Code? { detail(SchedulerProblem.self)?.code }

    /// The field that was wrong.
    var field: String? { detail(InvalidField.self)?.field }
}
