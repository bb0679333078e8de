import Foundation
import GRDB
import Household
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ReadingListAPI
import SchedulerAPI
import ServiceKit
import TestSupport

/// Holds a household that nothing breaks any more against what its people were told.
struct HouseholdChecks {
    let household: SimulatedHousehold
    let ledger: HouseholdLedger
    let owner: AccessToken
    private var simulation: Simulation { household.simulation }

    /// Those who hear of the household's events.
    static let followers = ["playback-state", "reading-list", "scheduler"]

    func checkAll() async throws {
        try await checkProfiles()
        try await checkPlayback()
        try await checkReading()
        try await checkProgramme()
        try await checkArrival()
        try await checkDeleted()
        checkTold()
    }

    private func checkProfiles() async throws {
        let profiles = household.client(Profiles.self, of: "profiles", token: owner)
        let favourites = try await ledger.insist {
            try await profiles.send(Profiles.ListFavourites(page: PageRequest(size: PageRequest.maximumSize)))
        }.favourites.map(\.content.rawValue)
        ledger.compare("favourites", favourites, ledger.favourites)
        let name = try await ledger.insist { try await profiles.send(Profiles.GetHousehold()) }.name
        if !ledger.names.contains(name) { ledger.report("the household is called \(name), not \(ledger.names)") }
        simulation.note("\(name) \(favourites)")
    }

    private func checkPlayback() async throws {
        let playback = household.client(PlaybackState.self, of: "playback-state", token: owner)
        let sessions = try await ledger.insist {
            try await playback.send(PlaybackState.ListHistory(page: PageRequest(size: PageRequest.maximumSize)))
        }.entries.map(\.session)
        // Of a session whose answer was lost nobody knows the name.
        var wishes = ledger.sessions
        wishes.asked.formUnion(sessions)
        ledger.compare("sessions", sessions, wishes)
        let contents = ledger.positions.keys.sorted { $0.rawValue < $1.rawValue }
        let titles =
            contents.isEmpty
            ? []
            : try await ledger.insist {
                try await playback.send(PlaybackState.GetProgress(contents: contents)).titles
            }
        for title in titles {
            let known = ledger.positions[title.content] ?? (0, 0)
            if title.position < known.acknowledged || title.position > known.asked {
                ledger.report("\(title.content) is at \(title.position), not \(known)")
            }
        }
        let queue = try await ledger.insist { try await playback.send(PlaybackState.ListQueue()) }.entries
        ledger.compare("queue entries", queue.map(\.content.rawValue), ledger.queued)
        if queue.map(\.position) != queue.indices.map({ Int32($0) }) {
            ledger.report("the queue's places are \(queue.map(\.position))")
        }
        simulation.note(titles.map { "\($0.content) \($0.position)" }.joined(separator: ","))
        simulation.note(queue.map(\.content.rawValue).joined(separator: ","))
    }

    private func checkReading() async throws {
        let reading = household.client(ReadingList.self, of: "reading-list", token: owner)
        let request = ReadingList.ListLinks(page: PageRequest(size: PageRequest.maximumSize))
        let pages = try await ledger.insist { try await reading.send(request) }.links.map(\.url)
        ledger.compare("pages", pages, ledger.pages)
        simulation.note(pages.sorted().joined(separator: ","))
    }

    /// Nobody is in two places, and what was booked is there.
    private func checkProgramme() async throws {
        let scheduler = household.client(Scheduler.self, of: "scheduler", token: owner)
        var times: [ProgrammeTime] = []
        for first in ["2031-03-10", "2031-03-17"] {
            let week = try await ledger.insist { try await scheduler.send(Scheduler.GetWeek(first: first)) }
            times += week.times
            for clash in week.displaced { ledger.report("\(clash.time.slot.title) was kept beside another") }
        }
        for (time, next) in zip(times, times.dropFirst()) where next.start < time.end {
            ledger.report("\(next.slot.title) begins in \(time.slot.title)")
        }
        ledger.compare("bookings", times.map(\.slot.title), ledger.bookings)
        simulation.note(times.map(\.slot.title).joined(separator: ","))
    }

    // MARK: Events

    /// Each follower comes to the end of the log, and the one who tracks it, too.
    private func checkArrival() async throws {
        let source = household.machine("profiles")
        var state = ""
        for _ in 0..<600 {
            let log = "SELECT generation, (SELECT max(sequence) FROM outbox) FROM outboxState"
            guard let end = try await position(log, source) else { break }
            var cursors = [ledger.told.last?.position]
            for name in Self.followers {
                let sql = "SELECT generation, sequence FROM inbox WHERE source = 'profiles'"
                cursors.append(try await position(sql, household.machine(name)))
            }
            if cursors.allSatisfy({ $0 == end }) { return simulation.note("\(end)") }
            state = "\(cursors.map { $0?.sequence }) of \(end.sequence)"
            try await simulation.sleep(for: .milliseconds(100))
        }
        ledger.report("a follower does not come to the end of the log: \(state)")
    }

    private func position(_ sql: String, _ machine: SimulatedMachine) async throws -> StreamPosition? {
        try await machine.shard?.read { db in
            try Row.fetchOne(db, sql: sql).flatMap { row in
                guard let sequence = row[1] as Int64? else { return nil }
                return StreamPosition(
                    generation: UInt64(bitPattern: row[0]), sequence: UInt64(clamping: sequence))
            }
        }
    }

    /// What was told came once and in order: each event is the next of its log, or a snapshot begins another.
    private func checkTold() {
        var last: StreamPosition?
        for told in ledger.told {
            guard let position = told.position else { return ledger.report("an event without a position") }
            let isNext = last.map { $0.generation == position.generation && $0.sequence + 1 == position.sequence }
            if isNext != true, told.event.snapshot == nil {
                ledger.report("\(position) was told after \(last.map { "\($0)" } ?? "nothing")")
            }
            last = position
        }
        let snapshots = ledger.told.count { $0.event.snapshot != nil }
        if snapshots != 1 { ledger.report("\(snapshots) snapshots were told, without need") }
        for visitor in ledger.deleted {
            let times = ledger.told.count { $0.event.profileDeleted?.profile == visitor.profile }
            if times != 1 { ledger.report("a deletion was told \(times) times") }
        }
    }

    // MARK: Deletions

    /// Nothing is left of those who were deleted: not in an answer, not in the files, not in a copy.
    private func checkDeleted() async throws {
        for visitor in ledger.deleted {
            let reading = household.client(ReadingList.self, of: "reading-list", token: visitor.token)
            let links = try await ledger.insist { try await reading.send(ReadingList.ListLinks()) }.links
            if !links.isEmpty { ledger.report("a deleted profile has links") }
            let playback = household.client(PlaybackState.self, of: "playback-state", token: visitor.token)
            let history = try await ledger.insist { try await playback.send(PlaybackState.ListHistory()) }.entries
            if !history.isEmpty { ledger.report("a deleted profile has a history") }
            let scheduler = household.client(Scheduler.self, of: "scheduler", token: visitor.token)
            let windows = try await ledger.insist { try await scheduler.send(Scheduler.ListWindows()) }.windows
            if !windows.isEmpty { ledger.report("a deleted profile has windows") }
        }
        for name in Self.followers {
            let path = household.directory.path("\(name)/\(SimulatedHousehold.household)/\(name).sqlite")
            try await household.machine(name).shard?.backup(to: path + ".copy")
            // Closed, so that the log is in the main file.
            await household.machine(name).end()
            for file in [path, path + "-wal", path + ".copy"] {
                guard let bytes = FileManager.default.contents(atPath: file) else { continue }
                for visitor in ledger.deleted {
                    for trace in [visitor.profile, visitor.canary] where bytes.range(of: Data(trace.utf8)) != nil {
                        ledger.report("\(trace) is still in \(file.split(separator: "/").last ?? "")")
                    }
                }
            }
        }
    }
}
