internal import ChaosHistory
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC

// Workload of playback-state: the queue, and playback.
extension Worker {
    private static let queueTitles = 12

    /// Titles are queued, moved and removed.
    func queue() async {
        let library = household.library
        guard !library.isEmpty else { return }
        let titles = (0..<Self.queueTitles).map { _ in library[draw(0..<library.count)] }
        let object = "queue/\(person.name)"
        while await isDue() {
            guard let title = pick(titles) else { return }
            switch draw(0..<10) {
            case 0:
                await call(PlaybackState.ListQueue(), object, .read) { list throws(RPCError) in
                    Observation(list.entries.map(\.content.rawValue))
                }
            // Moves change nothing that is counted, and must lose nothing.
            case 1: await call(PlaybackState.MoveInQueue(content: title, position: 0), object, .other)
            case 2...5: await call(PlaybackState.AddToQueue(content: title), object, .add(title.rawValue))
            default: await call(PlaybackState.RemoveFromQueue(content: title), object, .remove(title.rawValue))
            }
        }
    }

    /// A person plays a title for a while, ends it, and continues with the next one.
    func watch() async {
        var number = 0
        while await isDue() {
            guard let title = pick(household.library) else { return }
            number += 1
            // A separate device per session, so that sessions are distinguishable.
            let device = "\(person.name)-tv-\(number)"
            let playing = await call(
                PlaybackState.Play(content: title, device: device), "plays/\(person.name)", .enqueue(device))
            guard let session = playing?.session else { continue }
            await report(session)
        }
    }

    private static let reports = 3
    private static let filmSeconds = 6_000.0

    private func report(_ session: String) async {
        for step in 1...Self.reports {
            guard await isDue() else { return }
            let seconds = step * 60
            let report = ProgressReport(
                session: session, elapsedMilliseconds: Int64(step), position: Double(seconds),
                duration: Self.filmSeconds, sequence: Int64(step))
            await call(
                PlaybackState.ReportProgress(reports: [report]), "position/\(session)", .write("\(seconds)")
            ) { result throws(RPCError) in
                guard result.refused.isEmpty else {
                    throw RPCError(.notFound, "The report was not taken.", executed: .yes)
                }
                return Observation()
            }
        }
        guard await isDue() else { return }
        await call(PlaybackState.EndSession(session: session), "sessions/\(session)", .other)
    }
}
