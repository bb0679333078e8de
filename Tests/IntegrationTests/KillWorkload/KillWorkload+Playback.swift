import HearthModel
import PlaybackStateAPI
import RPC

// Marks, the queue, sessions with their reports.
extension KillWorkload {
    var playbackWork: [WorkloadTask] {
        Self.inLanes { await marks($0) } + Self.inLanes { await sessions($0) } + [{ await queue() }]
    }

    private static let batch = 10

    private var marked: [ContentID] { Array(titles[20..<60]) }
    private var queued: [ContentID] { Array(titles[60..<80]) }
    private var played: [ContentID] { Array(titles[80...]) }

    /// Marks a batch and unmarks it: all of it or none.
    private func marks(_ lane: Int) async {
        let batch = Array(marked[(lane * Self.batch)...].prefix(Self.batch))
        var isMarking = true
        while !ledger.isOver {
            let value = isMarking ? CallLedger.something : CallLedger.nothing
            let method = isMarking ? "MarkWatched" : "MarkUnwatched"
            await ledger.set("mark", batch.map(\.rawValue), to: value, by: method) { () async throws(RPCError) in
                let change =
                    isMarking
                    ? try await clients.playback.send(PlaybackState.MarkWatched(contents: batch), options: options)
                    : try await clients.playback.send(PlaybackState.MarkUnwatched(contents: batch), options: options)
                if ![0, batch.count].contains(Int(change.changed)) {
                    ledger.contradict("\(method) has changed \(change.changed) of \(batch.count)")
                }
                return change.changed > 0
            }
            isMarking.toggle()
        }
    }

    private func queue() async {
        var isAdding = true
        while !ledger.isOver {
            for title in queued where !ledger.isOver {
                if isAdding {
                    await ledger.set("queue", title.rawValue, to: CallLedger.something, by: "AddToQueue") {
                        () async throws(RPCError) in
                        try await clients.playback.send(PlaybackState.AddToQueue(content: title), options: options)
                            .hasChanged
                    }
                    // Moves change nothing that is counted, and must lose nothing.
                    _ = try? await ledger.attempt("MoveInQueue") { () async throws(RPCError) in
                        try await clients.playback.send(
                            PlaybackState.MoveInQueue(content: title, position: 0), options: options)
                    }
                } else {
                    await ledger.set("queue", title.rawValue, to: CallLedger.nothing, by: "RemoveFromQueue") {
                        () async throws(RPCError) in
                        try await clients.playback.send(PlaybackState.RemoveFromQueue(content: title), options: options)
                            .hasChanged
                    }
                }
            }
            isAdding.toggle()
        }
    }

    /// Plays a title a little and ends it, and then the next one, on a device of its own.
    private func sessions(_ lane: Int) async {
        var number = lane
        while !ledger.isOver {
            let title = played[number % played.count]
            number += Self.lanes.count
            let playing = await ledger.count("session", title.rawValue, by: "Play") { () async throws(RPCError) in
                try await clients.playback.send(
                    PlaybackState.Play(content: title, device: "drill \(lane)"), options: options)
            }
            guard let session = playing?.session else { continue }
            for step in 1...3 where !ledger.isOver {
                let report = ProgressReport(
                    session: session, elapsedMilliseconds: Int64(step), position: Double(step * 60), duration: 6_000)
                await ledger.set("position", session, to: "\(step * 60)", by: "ReportProgress") {
                    () async throws(RPCError) in
                    let taken = try await clients.playback.send(
                        PlaybackState.ReportProgress(reports: [report]), options: options)
                    if !taken.refused.isEmpty { ledger.contradict("a report of an open session is refused") }
                    return nil
                }
            }
            _ = try? await ledger.attempt("EndSession") { () async throws(RPCError) in
                try await clients.playback.send(PlaybackState.EndSession(session: session), options: options)
            }
        }
    }

    func playbackFaults() async throws -> [String] {
        let watched = try await clients.playback.send(
            PlaybackState.GetProgress(contents: marked), options: clients.options()
        ).titles.filter(\.isWatched).map(\.content.rawValue)
        let queue = try await clients.playback.send(PlaybackState.ListQueue(), options: clients.options()).entries
        var (history, cursor) = ([HistoryEntry](), String?.none)
        repeat {
            let page = try await clients.playback.send(
                PlaybackState.ListHistory(page: PageRequest(size: 200, cursor: cursor)), options: clients.options())
            history += page.entries
            cursor = page.cursor
        } while cursor != nil
        let positions = history.filter { $0.position > 0 }.map { (id: $0.session, value: "\(Int($0.position))") }
        return ledger.faults(of: "mark", present: watched)
            + ledger.faults(of: "queue", present: queue.map(\.content.rawValue))
            + ledger.faults(of: "position", found: positions)
            + ledger.faults(of: "session", found: Dictionary(history.map { ($0.content.rawValue, 1) }) { $0 + $1 })
            + (try await countedTwice(history))
    }

    /// Titles whose watched time is not that of their sessions' last reports: reports came a millisecond apart, and each of
    /// them has counted once.
    private func countedTwice(_ history: [HistoryEntry]) async throws -> [String] {
        let reported = Dictionary(history.map { ($0.content, Int($0.position) / 60) }) { $0 + $1 }
        let progress = try await clients.playback.send(
            PlaybackState.GetProgress(contents: played), options: clients.options())
        return progress.titles.compactMap { title in
            let counted = Int(((title.secondsPlayed ?? 0) * 1_000).rounded())
            guard counted != reported[title.content, default: 0] else { return nil }
            return "\(title.content) has counted \(counted) ms, and was reported for \(reported[title.content] ?? 0)"
        }
    }
}
