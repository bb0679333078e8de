internal import CatalogAPI
internal import ChaosHistory
internal import DownloadsAPI
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import ReadingListAPI
internal import SchedulerAPI

/// Reads everything after recovery: the result must be complete.
struct FinalReads {
    let household: ChaosHousehold
    /// The reported playback sessions, by the names of the reporters.
    let sessions: [String: Set<String>]

    private var caller: Caller { household.caller }

    /// Reads everything, several people at a time, each call until it succeeds or the time is up.
    func run() async {
        await withDiscardingTaskGroup { group in
            for person in household.people { group.addTask { await read(of: person) } }
            group.addTask { await readShared() }
            group.addTask { await readGuests() }
        }
    }

    private func subject(_ person: Person, _ object: String, _ action: Action = .read) -> Caller.Subject {
        Caller.Subject(process: "\(person.name)/final", object: object, action: action)
    }

    /// Failed reads are retried; each attempt is recorded.
    private func insist(_ read: () async throws(RPCError) -> Void) async {
        for _ in 0..<Self.tries {
            do throws(RPCError) { return try await read() } catch {
                do { try await caller.runtime.sleep(for: Self.pause) } catch { return }
            }
        }
    }

    private static let tries = 5
    private static let pause = Duration.milliseconds(500)

    private func read(of person: Person) async {
        let page = PageRequest(size: PageRequest.maximumSize)
        await insist { () async throws(RPCError) in
            try await caller.call(
                Profiles.ListFavourites(page: page), as: person,
                subject(person, "favourites/\(person.name)")
            ) { list throws(RPCError) in Observation(list.favourites.map(\.content.rawValue)) }
        }
        if household.has(PlaybackState.self) { await readPlayback(of: person) }
        if household.has(ReadingList.self) {
            await insist { () async throws(RPCError) in
                try await household.readLinks(of: person, subject(person, "links/\(person.name)"))
            }
        }
        if household.has(Downloads.self) { await readDownloads(of: person) }
        guard household.has(Catalog.self) else { return }
        await insist { () async throws(RPCError) in
            try await household.readLibrary(as: person, subject(person, ChaosHousehold.libraryObject))
        }
        await insist { () async throws(RPCError) in
            try await caller.call(
                Catalog.Search(text: "hidden", page: page), as: person,
                subject(person, "search/\(person.name)")
            ) { found throws(RPCError) in Observation(found.hits.map(\.id.rawValue)) }
        }
    }

    // MARK: Playback

    private func readPlayback(of person: Person) async {
        await insist { () async throws(RPCError) in
            try await caller.call(
                PlaybackState.ListQueue(), as: person, subject(person, "queue/\(person.name)")
            ) { list throws(RPCError) in Observation(list.entries.map(\.content.rawValue)) }
        }
        await insist { () async throws(RPCError) in try await readHistory(of: person) }
    }

    /// One response shows what was played, that the queue is empty, and the position of each session.
    private func readHistory(of person: Person) async throws(RPCError) {
        let recorder = caller.recorder
        let own = (sessions[person.name] ?? []).sorted()
        let (plays, rest) = (
            begin(person, "plays/\(person.name)", .take), begin(person, "plays/\(person.name)", .read)
        )
        let positions = own.map { begin(person, "\(Self.positions)\($0)", .read) }
        do throws(RPCError) {
            let history = try await history(of: person)
            recorder.end(plays, .ok(Observation(history.map(\.device))))
            recorder.end(rest, .ok(Observation()))
            let found = Dictionary(history.map { ($0.session, $0.position) }) { first, _ in first }
            for (session, operation) in zip(own, positions) {
                let position = found[session] ?? 0
                recorder.end(operation, .ok(Observation(position > 0 ? ["\(Int(position))"] : [])))
            }
            caller.count(PlaybackState.serviceName, PlaybackState.ListHistory.method, nil)
        } catch {
            let failure = Outcome.failed(code: error.code.description, executed: .no, message: error.message)
            for operation in [plays, rest] + positions { recorder.end(operation, failure) }
            caller.count(PlaybackState.serviceName, PlaybackState.ListHistory.method, error)
            throw error
        }
    }

    static let positions = "position/"

    /// The reported playback sessions, by the names of the reporters.
    static func sessions(in history: History) -> [String: Set<String>] {
        var sessions: [String: Set<String>] = [:]
        for operation in history.operations where operation.object.hasPrefix(positions) {
            let person = operation.process.split(separator: "/").first.map(String.init) ?? ""
            sessions[person, default: []].insert(String(operation.object.dropFirst(positions.count)))
        }
        return sessions
    }

    private func begin(_ person: Person, _ object: String, _ action: Action) -> Int {
        caller.recorder.begin(
            process: "\(person.name)/final", service: PlaybackState.serviceName,
            method: PlaybackState.ListHistory.method,
            object: object, action: action)
    }

    private func history(of person: Person) async throws(RPCError) -> [HistoryEntry] {
        var (entries, cursor) = ([HistoryEntry](), String?.none)
        repeat {
            let page = try await caller.send(
                PlaybackState.ListHistory(page: PageRequest(size: PageRequest.maximumSize, cursor: cursor)), as: person)
            entries += page.entries
            cursor = page.cursor
        } while cursor != nil
        return entries
    }

    // MARK: Downloads

    /// All downloads, and the bytes of each.
    private func readDownloads(of person: Person) async {
        var downloads: [Download] = []
        await insist { () async throws(RPCError) in
            downloads = try await caller.call(
                Downloads.List(), as: person, subject(person, ChaosHousehold.downloads(of: person))
            ) { list throws(RPCError) in Observation(list.downloads.map(\.content.rawValue)) }.downloads
        }
        await insist { () async throws(RPCError) in
            try await caller.call(
                Downloads.GetStorage(), as: person, subject(person, "room/\(person.name)")
            ) { storage throws(RPCError) in ChaosHousehold.observation(of: storage) }
        }
        for download in downloads where download.status == .completed {
            await insist { () async throws(RPCError) in
                try await household.readFile(
                    of: download.content, download.id, as: person,
                    subject(person, ChaosHousehold.bytes(of: download.content)))
            }
        }
    }

    // MARK: Shared data

    private func readShared() async {
        guard let owner = household.people.first else { return }
        await insist { () async throws(RPCError) in
            try await caller.call(
                Profiles.GetHousehold(), as: owner, subject(owner, ChaosHousehold.nameObject)
            ) { household throws(RPCError) in Observation([household.name]) }
        }
        await insist { () async throws(RPCError) in
            try await caller.call(
                Profiles.ListProfiles(), as: owner, subject(owner, Worker.profiles)
            ) { list throws(RPCError) in ChaosHousehold.observation(of: list) }
        }
        if household.has(Catalog.self) {
            await insist { () async throws(RPCError) in
                try await household.readSource(as: owner, subject(owner, Worker.source))
            }
        }
        guard household.has(Scheduler.self) else { return }
        for week in 0..<ChaosCalendar.weeks {
            await insist { () async throws(RPCError) in
                try await household.readWeek(week, as: owner, subject(owner, ChaosCalendar.object(week: week)))
            }
        }
    }

    /// The tokens of guests outlive them, and show the remaining data.
    private func readGuests() async {
        for guest in household.guests {
            let name = guest.profile
            if household.has(ReadingList.self) {
                _ = try? await household.readLinks(of: guest, subject(guest, "links/\(name)"))
            }
            if household.has(Downloads.self) {
                _ = try? await caller.call(
                    Downloads.List(), as: guest, subject(guest, "downloads/\(name)")
                ) { list throws(RPCError) in Observation(list.downloads.map(\.content.rawValue)) }
            }
            guard household.has(PlaybackState.self) else { continue }
            _ = try? await caller.call(
                PlaybackState.ListQueue(), as: guest, subject(guest, "queue/\(name)")
            ) { list throws(RPCError) in Observation(list.entries.map(\.content.rawValue)) }
        }
    }
}
