import ChaosHistory
import Testing

@testable import Chaos

struct RunVerifierTests {
    private static let second: Int64 = 1_000_000_000

    private func save(_ url: String, from begin: Int64, to end: Int64) -> RecordedOperation {
        RecordedOperation(
            process: "owner/links", service: "reading-list", method: "SaveLink", object: "links/owner",
            action: .add(url), invoked: Moment(begin), ended: Moment(end), deadline: end, outcome: .ok(Observation()))
    }

    private func read(_ urls: [String], at begin: Int64) -> RecordedOperation {
        RecordedOperation(
            process: "owner/final", service: "reading-list", method: "ListLinks", object: "links/owner",
            action: .read, invoked: Moment(begin), ended: Moment(begin + 1), outcome: .ok(Observation(urls)),
            phase: .final)
    }

    private func judge(
        _ restores: [RestoredShard] = [], guests: [RunVerifier.Guest] = [], library: Set<String> = []
    ) -> RunVerifier {
        RunVerifier(plan: ChaosPlan(), library: library, hidden: ["h1"], restores: restores, guests: guests)
    }

    private func result(_ check: ChaosCheck, _ history: History, _ restores: [RestoredShard] = []) -> CheckResult? {
        judge(restores).verdicts(history.numbered()).first { $0.check == check }
    }

    @Test
    func `a link that was acknowledged and is not there fails the run`() {
        let history = History([save("a", from: 1, to: 2), save("b", from: 3, to: 4), read(["a"], at: 10)])
        #expect(result(.acknowledged, history)?.verdict == .failed)
        #expect(result(.outcomes, history)?.verdict == .failed)
        let whole = History([save("a", from: 1, to: 2), save("b", from: 3, to: 4), read(["b", "a"], at: 10)])
        #expect(result(.acknowledged, whole)?.verdict == .passed)
    }

    @Test
    func `the household has the name that it was given first, until it gets another`() {
        func read(_ name: String) -> History {
            History([
                RecordedOperation(
                    process: "owner/household", service: "profiles", method: "GetHousehold", object: "household/name",
                    action: .read, invoked: 1, ended: 2, outcome: .ok(Observation([name])))
            ])
        }
        #expect(result(.acknowledged, read("House 0"))?.verdict == .passed)
        #expect(result(.acknowledged, read("House 7"))?.verdict == .failed)
    }

    @Test
    func `a film of the library that a search does not find fails the run`() {
        func verdict(_ found: [String]) -> CheckResult.Verdict? {
            let search = RecordedOperation(
                process: "owner/search", service: "catalog", method: "Search", object: "library", action: .read,
                invoked: 1, ended: 2, outcome: .ok(Observation(found)))
            let results = judge(library: ["a", "b"]).verdicts(History([search]).numbered())
            return results.first { $0.check == .acknowledged }?.verdict
        }
        #expect(verdict(["a", "b"]) == .passed)
        #expect(verdict(["a"]) == .failed)
        #expect(verdict(["a", "b", "c"]) == .failed)
    }

    @Test
    func `bytes that are not the film's, and what is said of a film that it is not, fail the run`() throws {
        func verdict(_ object: String, _ difference: String?) -> CheckResult.Verdict? {
            let read = RecordedOperation(
                process: "owner/downloads", service: "downloads", method: "ReadFile", object: object, action: .read,
                invoked: 1, ended: 2, outcome: .ok(Observation([difference ?? ChaosHousehold.right])))
            return result(.content, History([read]))?.verdict
        }
        let film = UpstreamFilm(number: 3)
        var bytes = film.bytes(0..<film.count)
        #expect(verdict("bytes/a", film.difference(from: bytes)) == .passed)
        #expect(verdict("bytes/a", film.difference(from: Array(bytes.dropLast()))) == .failed)
        #expect(verdict("bytes/a", UpstreamFilm(number: 4).difference(from: bytes)) == .failed)
        bytes[film.count / 2] ^= 1
        let difference = try #require(film.difference(from: bytes))
        #expect(difference.hasSuffix("others from byte \(film.count / 2) on"))
        #expect(verdict("bytes/a", difference) == .failed)
        let (known, unknown) = (UpstreamTitle(id: 7), UpstreamTitle(id: UpstreamTitle.count + 1))
        #expect(verdict("metadata/7", known.difference(from: nil)) == .failed)
        #expect(verdict("metadata/401", unknown.difference(from: nil)) == .passed)
    }

    @Test
    func `a download that was acknowledged and is not there, and one beyond the quota, fail the run`() {
        func call(_ object: String, _ action: Action, _ observation: Observation, at begin: Int64) -> RecordedOperation
        {
            RecordedOperation(
                process: "owner/downloads", service: "downloads", method: "", object: object, action: action,
                invoked: Moment(begin), ended: Moment(begin + 1), outcome: .ok(observation), phase: .final)
        }
        let start = call("downloads/owner", .add("a"), Observation(), at: 1)
        let (there, gone) = (
            call("downloads/owner", .read, Observation(["a"]), at: 3),
            call("downloads/owner", .read, Observation(), at: 3)
        )
        #expect(result(.acknowledged, History([start, there]))?.verdict == .passed)
        #expect(result(.acknowledged, History([start, gone]))?.verdict == .failed)
        func room(_ used: Int64) -> History {
            History([call("room/owner", .read, Observation(usage: .init(used: used, reserved: 5, limit: 10)), at: 1)])
        }
        #expect(result(.quota, room(5))?.verdict == .passed)
        #expect(result(.quota, room(6))?.verdict == .failed)
    }

    @Test
    func `a client that does not see its own earlier writes fails the run, and no other`() {
        func look(_ process: String) -> History {
            var look = read([], at: 4)
            (look.process, look.phase) = (process, .workload)
            return History([save("a", from: 1, to: 2), look, read(["a"], at: 10)])
        }
        #expect(result(.sessions, look("owner/links"))?.verdict == .failed)
        #expect(
            result(.sessions, look("another/profile"))?.verdict == .undecided, "No read covers its writes.")
    }

    @Test
    func `what came between a copy and its restore may be missing, what came before or after may not`() {
        let restore = RestoredShard(service: "reading-list", copied: 10, restored: 20)
        let writes = [
            save("before", from: 1, to: 2), save("between", from: 12, to: 13), save("after", from: 25, to: 26),
        ]
        func verdict(_ seen: [String], _ restores: [RestoredShard]) -> CheckResult.Verdict? {
            result(.acknowledged, History(writes + [read(seen, at: 30)]), restores)?.verdict
        }
        #expect(verdict(["before", "after"], [restore]) == .passed)
        #expect(verdict(["before", "between", "after"], [restore]) == .passed)
        #expect(verdict(["between", "after"], [restore]) == .failed)
        #expect(verdict(["before", "between"], [restore]) == .failed)
        let other = RestoredShard(service: "scheduler", copied: 10, restored: 20)
        #expect(verdict(["before", "after"], [other]) == .failed, "another service's restore is no excuse")
    }

    @Test
    func `a guest unknown to a restored profiles may have lost everything, a known one may not`() {
        let save = RecordedOperation(
            process: "owner/guests", service: "reading-list", method: "SaveLink", object: "links/guest1",
            action: .add("a"), invoked: 14, ended: 15, outcome: .ok(Observation()))
        let read = RecordedOperation(
            process: "guest/final", service: "reading-list", method: "ListLinks", object: "links/guest1",
            action: .read, invoked: 30, ended: 31, outcome: .ok(Observation()), phase: .final)
        let restore = RestoredShard(service: "profiles", copied: 10, restored: 20)
        func verdict(made: Int64) -> CheckResult.Verdict? {
            judge([restore], guests: [RunVerifier.Guest(profile: "guest1", made: made)])
                .verdicts(History([save, read]).numbered()).first { $0.check == .acknowledged }?.verdict
        }
        #expect(verdict(made: 12) == .passed)
        #expect(verdict(made: 5) == .failed)
    }

    @Test
    func `a kid who is shown what is for adults fails the run, an adult does not`() {
        func search(_ process: String) -> History {
            History([
                RecordedOperation(
                    process: process, service: "catalog", method: "Search", object: "search/x", action: .read,
                    invoked: 1, ended: 2, outcome: .ok(Observation(["h1"])))
            ])
        }
        #expect(result(.forbidden, search("kid-1/search"))?.verdict == .failed)
        #expect(result(.forbidden, search("adult-2/search"))?.verdict == .passed)
    }

    @Test
    func `a call that ends later than its deadline and the plan's allowance fails the run`() {
        let allowance = ChaosPlan().limits.lateMilliseconds * 1_000_000
        func call(_ late: Int64) -> History {
            var call = save("a", from: 1, to: Self.second + late)
            call.deadline = Self.second
            return History([call])
        }
        #expect(result(.deadlines, call(allowance))?.verdict == .passed)
        #expect(result(.deadlines, call(allowance + 1))?.verdict == .failed)
    }

    @Test
    func `two bookings of one person at one time, and a household of too many, fail the run`() {
        func week(_ intervals: [Observation.Interval]) -> History {
            History([
                RecordedOperation(
                    process: "owner/bookings", service: "scheduler", method: "GetWeek", object: "bookings/week-1",
                    action: .read, invoked: 1, ended: 2, outcome: .ok(Observation(intervals: intervals)))
            ])
        }
        let (first, second) = (
            Observation.Interval("p", "a", from: 0, to: 60), Observation.Interval("p", "b", from: 59, to: 90)
        )
        #expect(result(.overlap, week([first, second]))?.verdict == .failed)
        #expect(result(.overlap, week([first]))?.verdict == .passed)
        func profiles(_ count: Int64) -> History {
            History([
                RecordedOperation(
                    process: "owner/guests", service: "profiles", method: "ListProfiles", object: "profiles",
                    action: .read, invoked: 1, ended: 2,
                    outcome: .ok(Observation(usage: Observation.Usage(used: count, limit: 10))))
            ])
        }
        #expect(result(.quota, profiles(11))?.verdict == .failed)
        #expect(result(.quota, profiles(10))?.verdict == .passed)
    }

    @Test
    func `a film that was played twice, or not at all, fails the run`() {
        func plays(_ devices: [String]) -> History {
            let play = RecordedOperation(
                process: "owner/progress", service: "playback-state", method: "Play", object: "plays/owner",
                action: .enqueue("tv-1"), invoked: 1, ended: 2, outcome: .ok(Observation()))
            let take = RecordedOperation(
                process: "owner/final", service: "playback-state", method: "ListHistory", object: "plays/owner",
                action: .take, invoked: 5, ended: 6, outcome: .ok(Observation(devices)), phase: .final)
            let rest = RecordedOperation(
                process: "owner/final", service: "playback-state", method: "ListHistory", object: "plays/owner",
                action: .read, invoked: 7, ended: 8, outcome: .ok(Observation()), phase: .final)
            return History([play, take, rest])
        }
        #expect(result(.once, plays(["tv-1"]))?.verdict == .passed)
        #expect(result(.once, plays(["tv-1", "tv-1"]))?.verdict == .failed)
        #expect(result(.once, plays([]))?.verdict == .failed)
    }

    @Test
    func `what was deleted with a guest and is still there fails the run`() {
        let deletion = RecordedOperation(
            process: "owner/guests", service: "profiles", method: "DeleteProfile", object: "people",
            action: .delete("guest1"), invoked: 3, ended: 4, outcome: .ok(Observation()))
        func left(_ values: [String]) -> History {
            let read = RecordedOperation(
                process: "guest/final", service: "reading-list", method: "ListLinks", object: "links/guest1",
                action: .read, invoked: 9, ended: 10, outcome: .ok(Observation(values)), phase: .final)
            return History([deletion, read])
        }
        #expect(result(.deletion, left([]))?.verdict == .passed)
        #expect(result(.deletion, left(["https://guest.example/guest1"]))?.verdict == .failed)
    }

    @Test
    func `a service that takes too long to serve again, or never does, fails the run`() {
        func record(_ time: Int64?) -> FaultRecord {
            var record = FaultRecord(PlannedFault(.kill, targets: ["catalog"], atMilliseconds: 0))
            if let time { record.recoveryMilliseconds["catalog"] = time } else { record.unrecovered = ["catalog"] }
            return record
        }
        let check = RecoveryCheck(limitMilliseconds: 1_000)
        #expect(check.check([record(1_000)]).isGood)
        #expect(check.check([record(1_001)]).violations.map(\.kind) == ["slow"])
        #expect(check.check([record(nil)]).violations.map(\.kind) == ["never"])
        var skipped = record(nil)
        skipped.fate = .skipped
        #expect(check.check([skipped]).examined == 0)
    }
}
