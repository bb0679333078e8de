import ChaosHistory
import HearthModel
import RPC

/// What is looked at when nothing breaks any more.
struct FinalReads {
    let run: HouseholdRun
    /// Another device than those that people had, with new tokens.
    let device: SimulatedDevice

    /// How often, and how far apart, something is asked again.
    private static let (looks, pause) = (60, Duration.milliseconds(50))

    /// Looks at everything that anybody has changed.
    func all() async {
        let hidesChildContent = HouseholdCheckers.hidesChildContent(run.plan)
        for person in people where !(person == Person.emil.rawValue && hidesChildContent) {
            for object in ["favourites", "links", "stars", "queue", "sessions", "watched"] {
                await read(object, of: person)
            }
            await pull("favourites", of: person) { await device.pullFavourites(as: person) }
            await pull("watched", of: person) { await device.pullMarks(as: person) }
            await checkPositions(of: person)
        }
        let owner = Person.ada.rawValue
        await insist("windows", if: has("windows")) { await device.readWindows(as: owner) }
        await insist("bookings", if: has("bookings")) { await device.readWeek(0, as: owner) }
        await insist("household-name", if: has("household-name")) { await device.readHousehold(as: owner) }
        await insist("sources", if: has("playlist") || has("guide")) { await device.readSources(as: owner) }
        let visitors = objects.filter { $0.hasPrefix("people/") }.map { String($0.dropFirst("people/".count)) }.sorted()
        await insist("people", if: !visitors.isEmpty) { await device.readPeople(visitors, as: owner) }
        await insist("windows", if: run.runs("scheduler") && !run.visitors.isEmpty) {
            await device.readWindowsOfVisitors(as: owner)
        }
    }

    /// The objects of the history, as it was when the faults ended.
    private let objects: Set<String>

    init(_ run: HouseholdRun) {
        self.run = run
        device = SimulatedDevice("last-look", in: run)
        objects = Set(run.recorder.history.operations.map(\.object))
    }

    private func has(_ object: String) -> Bool { objects.contains(object) }

    /// Every person who has data; a deleted visitor with a token that is left, if it still holds.
    private var people: [String] { Person.allCases.map(\.rawValue) + run.visitors.keys.sorted() }

    private func read(_ object: String, of who: String) async {
        guard has("\(object)/\(who)"), run.visitors[who]?.isDeletionRequested != true else { return }
        let watched = run.recorder.history.operations.compactMap { operation -> ContentID? in
            guard operation.object == "watched/\(who)", case .add(let value) = operation.action else { return nil }
            return ContentID(rawValue: value)
        }
        // A device that has pulled none asks for none.
        await insist("\(object)/\(who)", if: object != "watched" || !watched.isEmpty) {
            switch object {
            case "favourites": await device.readFavourites(as: who)
            case "links": await device.readLinks(as: who)
            case "stars": await device.readStars(as: who)
            case "queue": await device.readFinalQueue(as: who)
            case "sessions": await device.readSessions(as: who)
            default: await device.readWatched(watched, as: who)
            }
        }
    }

    /// What a device gets that begins now is all that there is; visitors may not sync.
    private func pull(_ object: String, of who: String, _ body: () async -> Bool) async {
        guard has("\(object)/\(who)"), run.visitors[who] == nil else { return }
        await insist("\(object)/\(who)", if: true, body)
    }

    /// Asks until there is an answer: when nothing is broken there must be one soon.
    private func insist(_ what: String, if isWanted: Bool, _ body: () async -> Bool) async {
        guard isWanted else { return }
        for _ in 0..<Self.looks {
            if await body() { return }
            try? await run.simulation.sleep(for: Self.pause)
        }
        guard services(of: what).allSatisfy(run.runs) else { return }
        run.report("recovery", "no-answer", what, "\(what) cannot be read after everything was healed")
    }

    private func services(of what: String) -> [String] {
        switch what.prefix(while: { $0 != "/" }) {
        case "links", "stars": ["reading-list"]
        case "queue", "sessions", "watched": ["playback-state"]
        case "windows", "bookings": ["scheduler"]
        case "sources": ["catalog"]
        default: []
        }
    }

    // MARK: Positions

    /// How far a person is in what they played: as far as a session has told, and the later session counts.
    private func checkPositions(of who: String) async {
        let viewings = Dictionary(grouping: run.viewings.filter { $0.who == who }, by: \.content)
        let contents = viewings.keys.filter {
            !run.doubtful.contains(HouseholdRun.TitleKey(who: who, content: $0))
        }.sorted { $0.rawValue < $1.rawValue }
        guard !contents.isEmpty else { return }
        var found: [ContentID: Double] = [:]
        await insist("progress/\(who)", if: true) {
            guard let positions = await device.positions(contents, as: who) else { return false }
            found = positions
            return true
        }
        for content in contents {
            guard let position = found[content], let seen = viewings[content] else { continue }
            let allowed = Self.allowed(seen)
            run.examinedPositions += 1
            if allowed.contains(position) { continue }
            let list = allowed.sorted().map { "\($0)" }.joined(separator: " or ")
            run.report(
                "position", position < (allowed.min() ?? 0) ? "went-back" : "unexpected", "progress/\(who)/\(content)",
                "\(who) is at \(position) of \(content), and should be at \(list)")
        }
    }

    /// What the sessions of one title, one after the other, allow: the position of the last report of the last session that
    /// has told one, by the reports' numbers. What came after the last acknowledged one may have arrived or not.
    private static func allowed(_ viewings: [HouseholdRun.Viewing]) -> Set<Double> {
        var positions: Set<Double> = [0]
        for viewing in viewings {
            if viewing.startsOver { positions = [0] }
            guard !viewing.requested.isEmpty else { continue }
            let last = viewing.taken.max()
            let reported = Set(viewing.requested.filter { $0.key >= last ?? 0 }.values)
            if last == nil { positions.formUnion(reported) } else { positions = reported }
        }
        return positions
    }
}

extension SimulatedDevice {
    /// The queue, for the end.
    func readFinalQueue(as who: String) async -> Bool {
        let before = run.recorder.history.operations.count
        _ = await readQueue(as: who, isWhole: true)
        return run.recorder.history.operations.dropFirst(before).contains {
            $0.object == "queue/\(who)" && $0.outcome.observation != nil
        }
    }
}
