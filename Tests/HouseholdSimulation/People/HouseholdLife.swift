import CatalogAPI
import Household
import PlaybackStateAPI
import ProfilesAPI
import RPC
import RPCInProcess
import ReadingListAPI
import SchedulerAPI
import ServiceKit
import TestSupport

/// What goes on in a simulated household: people who use it, and everything that breaks.
struct HouseholdLife {
    let household: SimulatedHousehold
    let ledger: HouseholdLedger
    private var simulation: Simulation { household.simulation }

    private struct People {
        let profiles: RPCClient<Profiles>
        let playback: RPCClient<PlaybackState>
        let reading: RPCClient<ReadingList>
        let scheduler: RPCClient<Scheduler>
    }

    private static let films = 24
    private static let faults = InProcessFaults(loss: 0.02, duplication: 0.05, longestDelay: .milliseconds(3))

    /// Lives through it all; in the end nothing breaks any more.
    ///
    /// - Throws: why it could not even begin or end.
    func live() async throws {
        try await household.start()
        let token = try await household.signIn()
        let owner = people(token)
        let films = try await library(token)
        let tracker = track(token)
        household.setFaults(Self.faults)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for member in 0..<2 { group.addTask { await favour(member, owner.profiles) } }
            for player in 0..<2 { group.addTask { await watch(player, films, owner.playback) } }
            group.addTask { await queue(films, owner.playback) }
            group.addTask { await save(owner.reading) }
            for rival in 0..<2 { group.addTask { await book(rival, owner.scheduler) } }
            group.addTask { await rename(owner.profiles) }
            group.addTask { try await receiveVisitors(owner.profiles) }
            group.addTask { try await breakThings() }
            try await group.waitForAll()
        }
        try await household.heal()
        try await HouseholdChecks(household: household, ledger: ledger, owner: token).checkAll()
        tracker.cancel()
        await tracker.value
    }

    private func people(_ token: AccessToken) -> People {
        People(
            profiles: household.client(Profiles.self, of: "profiles", token: token),
            playback: household.client(PlaybackState.self, of: "playback-state", token: token),
            reading: household.client(ReadingList.self, of: "reading-list", token: token),
            scheduler: household.client(Scheduler.self, of: "scheduler", token: token))
    }

    private func pause(_ longest: UInt64 = 20) async {
        try? await simulation.sleep(for: .milliseconds(Int64(simulation.random() % longest)))
    }

    // MARK: People

    /// Fills the catalog, while nothing breaks yet.
    private func library(_ token: AccessToken) async throws -> [ContentID] {
        let catalog = household.client(Catalog.self, of: "catalog", token: token)
        let entries = (0..<Self.films).map { "#EXTINF:-1,Film \($0)\nhttp://tv.example/movie/a/b/\($0).mp4" }
        let path = try household.directory.write((["#EXTM3U"] + entries).joined(separator: "\n"), to: "films.m3u")
        let job = try await catalog.send(Catalog.ImportPlaylist(path: path, source: "films")).job
        while try await !catalog.send(Catalog.GetImport(job: job)).state.isEnd {
            try await simulation.sleep(for: .milliseconds(5))
        }
        let films = try await catalog.send(Catalog.Search(text: "", page: PageRequest(size: 100))).hits.map(\.id)
        if films.count != Self.films { ledger.report("\(films.count) films of \(Self.films)") }
        return films
    }

    /// Follows the household's events from beginning to end.
    private func track(_ token: AccessToken) -> Task<Void, Never> {
        let profiles = household.client(Profiles.self, of: "profiles", token: token)
        // No deadline.
        let options = CallOptions(token: token)
        return simulation.spawn { [ledger] in
            do {
                for try await element in profiles.follow(Profiles.FollowEvents(), options: { options }) {
                    ledger.told.append(.init(position: element.position, event: element.item))
                }
            } catch {
                if (error as? RPCError)?.code != .cancelled { ledger.report("a follower was sent away: \(error)") }
            }
        }
    }

    private func favour(_ member: Int, _ profiles: RPCClient<Profiles>) async {
        for number in 0..<6 {
            let content = "tmdb:movie:\(member)\(number)"
            await ledger.ask(content, \.favourites) {
                try await profiles.send(Profiles.AddFavourite(content: ContentID(rawValue: content)))
            }
            await pause()
        }
    }

    /// Plays films, and reports how far they are: forward, and once back.
    private func watch(_ player: Int, _ films: [ContentID], _ playback: RPCClient<PlaybackState>) async {
        for round in 0..<3 {
            let film = films[player * 3 + round]
            let opened = await ledger.ask {
                try await playback.send(PlaybackState.Play(content: film, device: "tv\(player)"))
            }
            guard let opened else { continue }
            ledger.sessions.asked.insert(opened.session)
            ledger.sessions.acknowledged.insert(opened.session)
            let begun = simulation.now
            for step in 1...6 {
                await pause()
                let position = Double(step * 10 - (step == 4 ? 25 : 0))
                let report = ProgressReport(
                    session: opened.session, elapsedMilliseconds: begun.duration(to: simulation.now).wholeMilliseconds,
                    position: position, duration: 100)
                var known = ledger.positions[film] ?? (0, 0)
                known.asked = max(known.asked, position)
                ledger.positions[film] = known
                let taken = await ledger.ask {
                    try await playback.send(PlaybackState.ReportProgress(reports: [report]))
                }
                guard let taken else { continue }
                if !taken.refused.isEmpty { ledger.report("a report was refused: \(taken.refused)") }
                ledger.positions[film]?.acknowledged = max(known.acknowledged, position)
            }
        }
    }

    /// Queues films, and moves what is queued.
    private func queue(_ films: [ContentID], _ playback: RPCClient<PlaybackState>) async {
        for film in films.suffix(12) {
            let place: QueuePlace? = simulation.random() % 2 == 0 ? .next : nil
            await ledger.ask(film.rawValue, \.queued) {
                do {
                    return try await playback.send(PlaybackState.AddToQueue(content: film, place: place))
                } catch {
                    // It was never added before: whoever says so has executed one call twice.
                    let rule = (error as? RPCError)?.detail(PlaybackProblem.self)?.code
                    if rule == .alreadyQueued { ledger.report("\(film) was queued twice") }
                    throw error
                }
            }
            await pause()
            let position = Int32(simulation.random() % 12)
            _ = await ledger.ask {
                try await playback.send(PlaybackState.MoveInQueue(content: film, position: position))
            }
            await pause()
        }
    }

    private func save(_ reading: RPCClient<ReadingList>) async {
        for number in 0..<12 {
            let page = "https://pages.example/\(number)"
            await ledger.ask(page, \.pages) {
                let saved = try await reading.send(ReadingList.SaveLink(url: page))
                if !saved.isNew { ledger.report("\(page) was saved twice") }
                return saved
            }
            await pause()
        }
    }

    /// Books evenings that somebody else wants, too: of each two that overlap one is refused.
    private func book(_ rival: Int, _ scheduler: RPCClient<Scheduler>) async {
        for day in 10..<18 {
            let label = "Rival \(rival) on day \(day)"
            await ledger.ask(label, \.bookings) {
                try await scheduler.send(
                    Scheduler.BookSlot(start: "2031-03-\(day)T20:\(rival)0", minutes: 60, label: label))
            }
            await pause()
        }
    }

    /// Renames the household: each of these is an event.
    private func rename(_ profiles: RPCClient<Profiles>) async {
        for number in 0..<8 {
            let name = "Home \(number)"
            ledger.names.insert(name)
            let answer = await ledger.ask { try await profiles.send(Profiles.SetHouseholdOptions(name: name)) }
            if answer != nil { ledger.names = [name] }
            await pause(60)
        }
    }

    /// Visitors come, leave something everywhere, and are deleted. What they do with their tokens after that leaves nothing.
    private func receiveVisitors(_ owner: RPCClient<Profiles>) async throws {
        // The free plan has two profiles: the first visitor takes the place of the kids one.
        let first = try await ledger.insist { try await owner.send(Profiles.ListProfiles()) }.profiles
        for kids in first where kids.kind == .kids {
            try await ledger.insist { _ = try await owner.send(Profiles.DeleteProfile(profile: kids.id)) }
        }
        for number in 0..<4 {
            let name = "Visitor \(number)"
            let profile = try await ledger.insist {
                // An unknown outcome is looked up before it is asked for again.
                let known = try await owner.send(Profiles.ListProfiles()).profiles.first { $0.name == name }
                if let known { return known.id }
                return try await owner.send(Profiles.CreateProfile(name: name, kind: .adult)).id
            }
            let token = try await ledger.insist { try await household.signIn(as: profile) }
            let visitor = HouseholdLedger.Visitor(profile: profile, token: token, canary: "990017990\(number)")
            await visit(visitor, times: 4)
            hearDying(number)
            try await ledger.insist { _ = try await owner.send(Profiles.DeleteProfile(profile: profile)) }
            ledger.deleted.append(visitor)
            await visit(visitor, times: 2)
        }
    }

    /// Has one of those who are about to hear of a deletion die over it: in each run once at each of the moments of that.
    /// Deaths that come at any time hardly ever come then.
    private func hearDying(_ number: Int) {
        let hearing: [CrashPoint] = [.eventReceived, .eventApplied, .cursorMoved, .eventTaken]
        let names = HouseholdChecks.followers
        let name = names[Int(simulation.random() % UInt64(names.count))]
        household.machine(name).crashPoint = hearing[number % hearing.count]
    }

    private func visit(_ visitor: HouseholdLedger.Visitor, times: Int) async {
        let clients = people(visitor.token)
        for number in 0..<times {
            let content = ContentID(rawValue: "tmdb:movie:\(visitor.canary)")
            _ = await ledger.ask { try await clients.playback.send(PlaybackState.MarkWatched(contents: [content])) }
            let page = "https://\(visitor.canary).example/\(number)"
            _ = await ledger.ask { try await clients.reading.send(ReadingList.SaveLink(url: page)) }
            let window = Scheduler.AddWindow(
                dayOfWeek: Int32(number + 1), start: "10:00", end: "11:00", label: visitor.canary)
            _ = await ledger.ask { try await clients.scheduler.send(window) }
            await pause()
        }
    }

    // MARK: What breaks

    /// Kills, power cuts, and deaths at crash points, of any service.
    private func breakThings() async throws {
        for _ in 0..<8 {
            try await simulation.sleep(for: .milliseconds(Int64(5 + simulation.random() % 60)))
            let machine = household.machines[Int(simulation.random() % UInt64(household.machines.count))]
            switch simulation.random() % 3 {
            case 0: machine.die(losesPower: false)
            case 1: machine.die(losesPower: true)
            default:
                let points = CrashPoint.allCases
                machine.crashPoint = points[Int(simulation.random() % UInt64(points.count))]
            }
        }
    }
}
