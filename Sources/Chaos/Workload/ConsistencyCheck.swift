internal import CatalogAPI
internal import ChaosHistory
internal import DownloadsAPI
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import ReadingListAPI
internal import SchedulerAPI

/// Checks that the services are consistent: data learned from another service's events equals the other's.
struct ConsistencyCheck {
    let household: ChaosHousehold
    /// Excuses parts of the history.
    let judge: RunVerifier

    static let name = "agreement"

    var caller: Caller { household.caller }

    /// Checks repeatedly until all agree, or the time is up.
    ///
    /// - Returns: the remaining differences.
    func settle(within patience: Duration) async -> Verdict {
        let runtime = caller.runtime
        let end = runtime.now.advanced(by: patience)
        while true {
            let verdict = await look()
            if verdict.isGood || runtime.now >= end || Task.isCancelled { return verdict }
            do { try await runtime.sleep(for: Self.pause) } catch { return verdict }
        }
    }

    private static let pause = Duration.milliseconds(250)

    /// Runs one pass.
    private func look() async -> Verdict {
        var verdict = Verdict(Self.name)
        await part("the household's time zone", &verdict) { try await timeZone(&$0) }
        await part("the people", &verdict) { try await people(&$0) }
        await part("the titles", &verdict) { try await titles(&$0) }
        await part("what kids see", &verdict) { try await kids(&$0) }
        await part("the deleted", &verdict) { try await deleted(&$0) }
        await part("the downloads", &verdict) { try await downloads(&$0) }
        await part("external metadata", &verdict) { try await elsewhere(&$0) }
        return verdict
    }

    private func part(
        _ what: String, _ verdict: inout Verdict, _ look: (inout Verdict) async throws -> Void
    ) async {
        do { try await look(&verdict) } catch {
            verdict.undecided.append("\(what) could not be looked at: \(error)")
        }
    }

    func note(_ kind: String, _ object: String, _ sentence: String, _ verdict: inout Verdict) {
        verdict.violations.append(
            Violation(checker: Self.name, kind: kind, object: object, sentence: sentence, operations: []))
    }

    // MARK: The parts

    /// scheduler has the time zone of profiles.
    private func timeZone(_ verdict: inout Verdict) async throws {
        guard household.has(Scheduler.self), let owner = household.people.first else { return }
        let published = try await caller.send(Profiles.GetHousehold(), as: owner).timeZone
        let known = try await caller.send(Scheduler.ListWindows(), as: owner).timeZone
        verdict.examined += 1
        guard published != known else { return }
        note("time-zone", "household", "profiles has the time zone \(published), and scheduler \(known)", &verdict)
    }

    /// Every person of the household can still store data in every service.
    private func people(_ verdict: inout Verdict) async throws {
        guard let owner = household.people.first else { return }
        let list = try await caller.send(Profiles.ListProfiles(), as: owner).profiles.map(\.id)
        for person in household.people {
            verdict.examined += 1
            if !list.contains(person.profile) {
                note("missing", person.name, "profiles has lost \(person.name)", &verdict)
            }
            guard household.has(ReadingList.self) else { continue }
            if try await isTakenForDeleted(person) {
                note("gone", person.name, "reading-list takes \(person.name) for deleted", &verdict)
            }
        }
    }

    private func isTakenForDeleted(_ person: Person) async throws(RPCError) -> Bool {
        do {
            _ = try await caller.send(
                ReadingList.SaveLink(url: "https://agreement.example/"), as: person)
            try await removeLink(of: person)
            return false
        } catch {
            if error.code == .unauthenticated { return true }
            throw error
        }
    }

    private func removeLink(of person: Person) async throws(RPCError) {
        let found = try await caller.send(
            ReadingList.ListLinks(domain: "agreement.example"), as: person)
        let ids = found.links.map(\.id)
        guard !ids.isEmpty else { return }
        _ = try await caller.send(ReadingList.DeleteLinks(ids: ids), as: person)
    }

    /// Favourites and the queue show titles as the catalog has them.
    private func titles(_ verdict: inout Verdict) async throws {
        guard household.has(Catalog.self), let owner = household.people.first else { return }
        let names = try await catalogTitles(owner)
        for person in household.people {
            let page = PageRequest(size: PageRequest.maximumSize)
            let favourites = try await caller.send(
                Profiles.ListFavourites(page: page), as: person
            ).favourites
            for favourite in favourites {
                verdict.examined += 1
                if let problem = problem(favourite.card, favourite.isAvailable ?? true, favourite.content, names) {
                    note("title", "favourites/\(person.name)", "profiles \(problem)", &verdict)
                }
            }
            guard household.has(PlaybackState.self) else { continue }
            let queue = try await caller.send(PlaybackState.ListQueue(), as: person).entries
            for entry in queue {
                verdict.examined += 1
                if let problem = problem(entry.card, true, entry.content, names) {
                    note("title", "queue/\(person.name)", "playback-state \(problem)", &verdict)
                }
            }
        }
    }

    private func catalogTitles(_ owner: Person) async throws(RPCError) -> [ContentID: String] {
        var (titles, cursor): ([ContentID: String], String?) = ([:], nil)
        repeat {
            let page = try await caller.send(
                Catalog.Search(
                    text: "steady", sort: .title, page: PageRequest(size: PageRequest.maximumSize, cursor: cursor)),
                as: owner)
            for card in page.hits { titles[card.id] = card.title }
            cursor = page.cursor
        } while cursor != nil
        return titles
    }

    private func problem(
        _ card: Card?, _ isAvailable: Bool, _ content: ContentID, _ names: [ContentID: String]
    ) -> String? {
        guard let title = names[content] else { return "keeps \(content.rawValue), which catalog does not have" }
        guard let card else { return "does not know what \(content.rawValue) is: \(title)" }
        if card.title != title { return "calls \(content.rawValue) \(card.title), and catalog calls it \(title)" }
        return isAvailable ? nil : "says that \(title) is gone, and catalog has it"
    }

    /// Kids see the titles that they added: the services have fetched the ratings.
    private func kids(_ verdict: inout Verdict) async throws {
        let history = judge.excused(caller.recorder.history)
        var operations = history.operations.filter { RunVerifier.mayBeHidden($0.object) }
        let now = Int64(clamping: caller.runtime.now.nanoseconds)
        func look(_ person: Person, _ object: String, _ values: [ContentID]) {
            operations.append(
                RecordedOperation(
                    id: operations.count, process: "\(person.name)/agreement", object: object, action: .read,
                    invoked: Moment(now), ended: Moment(now + 1), outcome: .ok(Observation(values.map(\.rawValue))),
                    phase: .final))
        }
        for person in household.people where person.isKid {
            let page = PageRequest(size: PageRequest.maximumSize)
            let list = try await caller.send(Profiles.ListFavourites(page: page), as: person)
            look(person, "favourites/\(person.name)", list.favourites.map(\.content))
            guard household.has(PlaybackState.self) else { continue }
            let queue = try await caller.send(PlaybackState.ListQueue(), as: person)
            look(person, "queue/\(person.name)", queue.entries.map(\.content))
        }
        let seen = SetFull(reads: .final).check(History(operations))
        verdict.examined += seen.examined
        for violation in seen.violations where violation.kind == "lost" {
            note("hidden", violation.object, violation.sentence, &verdict)
        }
    }

    /// Deleted guests have no data left in any service.
    private func deleted(_ verdict: inout Verdict) async throws {
        guard let owner = household.people.first else { return }
        let alive = Set(try await caller.send(Profiles.ListProfiles(), as: owner).profiles.map(\.id))
        for guest in household.guests where !alive.contains(guest.profile) {
            verdict.examined += 1
            if household.has(ReadingList.self), let links = await leftLinks(of: guest), links > 0 {
                note(
                    "remains", "links/\(guest.profile)", "reading-list has \(links) links of a deleted guest", &verdict)
            }
            if household.has(PlaybackState.self), let entries = await leftQueue(of: guest), entries > 0 {
                note("remains", "queue/\(guest.profile)", "playback-state has a deleted guest's queue", &verdict)
            }
            if household.has(Downloads.self), let downloads = await downloads(of: guest), !downloads.isEmpty {
                note("remains", "downloads/\(guest.profile)", "downloads has a deleted guest's downloads", &verdict)
            }
        }
    }

    /// A rejection counts as none.
    private func leftLinks(of guest: Person) async -> Int? {
        try? await caller.send(ReadingList.ListLinks(), as: guest).links.count
    }

    private func leftQueue(of guest: Person) async -> Int? {
        try? await caller.send(PlaybackState.ListQueue(), as: guest).entries.count
    }
}
