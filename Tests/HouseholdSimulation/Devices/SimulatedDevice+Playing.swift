import ChaosHistory
import HearthModel
import PlaybackStateAPI
import RPC

extension SimulatedDevice {
    /// The length of every film, in seconds.
    static let duration = 1_000.0

    func play(_ title: Int, startsOver: Bool, as who: String, _ id: String) async -> Bool {
        guard let film = run.film(title), !isOffline else { return false }
        let player = "\(name).\(id)"
        let request = PlaybackState.Play(content: film, device: player, startsOver: startsOver ? true : nil)
        let result = await result(of: request, as: who, on: "sessions/\(who)", .enqueue(player))
        guard let result else { return false }
        switch result {
        case .success(let opened):
            run.results[id] = .opened(viewing: run.viewings.count)
            run.viewings.append(
                HouseholdRun.Viewing(
                    who: who, content: film, session: opened.session, begun: simulation.now, startsOver: startsOver))
        case .failure(let error):
            if error.executed == .maybe { run.doubtful.insert(HouseholdRun.TitleKey(who: who, content: film)) }
        }
        return true
    }

    private func viewing(_ play: String, of who: String) -> Int? {
        guard case .opened(let viewing)? = run.results[play], run.viewings[viewing].who == who else { return nil }
        return viewing
    }

    func report(_ play: String, _ position: Int, as who: String) async -> Bool {
        guard let viewing = viewing(play, of: who) else { return false }
        let report = makeReport(viewing, position, of: who)
        if isOffline {
            stored.append(report)
        } else {
            await tell([report], as: who)
        }
        return true
    }

    /// The next report of a session.
    private func makeReport(_ viewing: Int, _ position: Int, of who: String) -> StoredReport {
        run.viewings[viewing].reports += 1
        return StoredReport(
            who: who, viewing: viewing,
            elapsedMilliseconds: run.viewings[viewing].begun.duration(to: simulation.now).wholeMilliseconds,
            position: position, sequence: run.viewings[viewing].reports)
    }

    private func message(_ report: StoredReport) -> ProgressReport {
        ProgressReport(
            session: run.viewings[report.viewing].session, elapsedMilliseconds: report.elapsedMilliseconds,
            position: Double(report.position), duration: Self.duration, sequence: report.sequence)
    }

    /// Tells all that was kept while there was no network: for each person in one call. The last report goes first, as of
    /// players that show at once where they are and send what is older later.
    func flushStoredReports() async {
        let all = Array(stored.reversed())
        stored = []
        for who in Set(all.map(\.who)).sorted() { await tell(all.filter { $0.who == who }, as: who) }
    }

    private func tell(_ reports: [StoredReport], as who: String) async {
        guard let first = reports.first else { return }
        for report in reports { run.viewings[report.viewing].requested[report.sequence] = Double(report.position) }
        let object = "progress/\(who)/\(run.viewings[first.viewing].content)"
        let taken = await call(PlaybackState.ReportProgress(reports: reports.map(message)), as: who, on: object)
        guard let taken else { return }
        for refused in taken.refused {
            run.report(
                "reports-taken", "refused", object, "a report of a session that was opened is \(refused.problem)")
        }
        guard taken.refused.isEmpty else { return }
        for report in reports { run.viewings[report.viewing].taken.insert(report.sequence) }
    }

    func endSession(_ play: String, _ position: Int, as who: String) async -> Bool {
        guard let viewing = viewing(play, of: who), !isOffline else { return false }
        let last = makeReport(viewing, position, of: who)
        let request = PlaybackState.EndSession(session: run.viewings[viewing].session, last: message(last))
        run.viewings[viewing].requested[last.sequence] = Double(position)
        let ended = await call(request, as: who, on: "progress/\(who)/\(run.viewings[viewing].content)")
        if ended != nil { run.viewings[viewing].taken.insert(last.sequence) }
        return true
    }

    /// Completes a film, which leaves the queue with it.
    func completeTitle(_ play: String, _ position: Int, as who: String) async -> Bool {
        guard let viewing = viewing(play, of: who), !isOffline else { return false }
        let last = makeReport(viewing, position, of: who)
        let (session, content) = (run.viewings[viewing].session, run.viewings[viewing].content)
        let request = PlaybackState.CompleteTitle(session: session, last: message(last))
        run.viewings[viewing].requested[last.sequence] = Double(position)
        let object = "queue/\(who)"
        guard let done = await call(request, as: who, on: object, .remove(content.rawValue)) else { return true }
        run.viewings[viewing].taken.insert(last.sequence)
        if done.next?.content == content {
            run.report("queue-places", "repeated", object, "\(content) is completed and plays next")
        }
        return true
    }

    func readProgress(_ play: String, as who: String) async -> Bool {
        guard let viewing = viewing(play, of: who) else { return false }
        let content = run.viewings[viewing].content
        let request = PlaybackState.GetProgress(contents: [content])
        _ = await call(request, as: who, on: "progress/\(who)/\(content)") { list in
            Observation(list.titles.map { "\($0.content)" })
        }
        return true
    }

    func continueWatching(as who: String) async -> Bool {
        _ = await call(PlaybackState.ContinueWatching(), as: who, on: "seen/\(who)") { list in
            Observation(list.titles.map(\.content.rawValue))
        }
        return true
    }

    func unmarkWatched(_ mark: String, as who: String) async -> Bool {
        guard case .added(let content)? = run.results[mark] else { return false }
        let request = PlaybackState.MarkUnwatched(contents: [content])
        _ = await call(request, as: who, on: "watched/\(who)", .remove(content.rawValue))
        run.results[mark] = nil
        return true
    }

    func markWatched(_ number: Int, as who: String, _ id: String) async -> Bool {
        // Titles without a card are for adults alone.
        guard who != Person.emil.rawValue else { return false }
        let content = run.outsideTitle(number, of: who)
        let request = PlaybackState.MarkWatched(contents: [content])
        let marked = await call(request, as: who, on: "watched/\(who)", .add(content.rawValue))
        if marked != nil { run.results[id] = .added(content) }
        return true
    }

    // MARK: The queue

    func queue(_ title: Int, isFirst: Bool, as who: String, _ id: String) async -> Bool {
        guard let film = run.film(title) else { return false }
        let request = PlaybackState.AddToQueue(content: film, place: isFirst ? .next : nil)
        // While the catalog is silent it is not known that it is not for the child, who then never sees it.
        let isHidden = who == Person.emil.rawValue && run.facts.forbidden.contains(film)
        let added = await call(request, as: who, on: "queue/\(who)", isHidden ? .other : .add(film.rawValue))
        if added != nil { run.results[id] = .added(film) }
        return true
    }

    private func added(_ id: String) -> ContentID? {
        guard case .added(let content)? = run.results[id] else { return nil }
        return content
    }

    func unqueue(_ add: String, as who: String) async -> Bool {
        guard let film = added(add) else { return false }
        let request = PlaybackState.RemoveFromQueue(content: film)
        _ = await call(request, as: who, on: "queue/\(who)", .remove(film.rawValue))
        run.results[add] = nil
        return true
    }

    func moveInQueue(_ add: String, to position: Int, as who: String) async -> Bool {
        guard let film = added(add) else { return false }
        let request = PlaybackState.MoveInQueue(content: film, position: Int32(position))
        _ = await call(request, as: who, on: "queue/\(who)")
        return true
    }

    /// - Parameter isWhole: whether the child sees all of its own: not while cards may be missing.
    func readQueue(as who: String, isWhole: Bool = false) async -> Bool {
        let isJudged = isWhole || who != Person.emil.rawValue
        let object = isJudged ? "queue/\(who)" : "queue-seen/\(who)"
        // What suggestions have put there came without being asked for: the set that is judged is the people's own.
        let list = await call(PlaybackState.ListQueue(), as: who, on: object, isJudged ? .read : .other) { list in
            Observation(list.entries.filter { !$0.isAutoAdded }.map(\.content.rawValue))
        }
        checkSuggestions(list, of: who, object)
        guard let places = list?.entries.map(\.position) else { return true }
        if places != places.indices.map({ Int32($0) }) {
            run.report("queue-places", "gap", object, "the queue's places are \(places)")
        }
        return true
    }

    /// Suggestions are none of what a child may not see, and stand in the queue once.
    private func checkSuggestions(_ list: QueueList?, of who: String, _ object: String) {
        guard let list else { return }
        let suggested = list.entries.filter(\.isAutoAdded).map(\.content)
        if Set(list.entries.map(\.content)).count != list.entries.count || Int(list.autoAdded) != suggested.count {
            run.report("queue-suggestions", "counted", object, "\(list.autoAdded) of \(list.entries) are suggestions")
        }
        for content in suggested where who == Person.emil.rawValue && run.facts.forbidden.contains(content) {
            run.report("queue-suggestions", "forbidden", object, "\(content) was suggested to the child")
        }
    }

    // MARK: Looking at the end

    /// What was played, by the players' names.
    func readSessions(as who: String) async -> Bool {
        let request = PlaybackState.ListHistory(page: PageRequest(size: PageRequest.maximumSize))
        return await call(request, as: who, on: "sessions/\(who)", .read) { list in
            Observation(list.entries.map(\.device))
        } != nil
    }

    /// What of these is watched.
    func readWatched(_ contents: [ContentID], as who: String) async -> Bool {
        let request = PlaybackState.GetProgress(contents: contents)
        return await call(request, as: who, on: "watched/\(who)", .read) { list in
            Observation(list.titles.filter(\.isWatched).map(\.content.rawValue))
        } != nil
    }

    /// How far a person is in titles.
    func positions(_ contents: [ContentID], as who: String) async -> [ContentID: Double]? {
        let request = PlaybackState.GetProgress(contents: contents)
        guard let list = await call(request, as: who, on: "progress/\(who)") else { return nil }
        return Dictionary(list.titles.map { ($0.content, $0.position) }) { first, _ in first }
    }
}
