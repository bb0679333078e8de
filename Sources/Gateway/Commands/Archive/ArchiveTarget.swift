internal import Basics
internal import Foundation
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import ReadingListAPI
internal import ServiceKit

/// Gives services what an archive has of one profile, as operations of a device that was offline until now: each counts at its
/// own time, and once.
struct ArchiveTarget: Sendable {
    /// The profile in the archive.
    let profile: ArchiveProfile
    /// Acts as the profile that it goes to.
    let gateway: Gateway
    let sync: ArchiveSync

    private var source: ArchiveSource { ArchiveSource(profile: profile, gateway: gateway, sync: sync) }

    /// Imports the records; a service that is down costs its own part.
    func take(_ records: [ArchiveRecord]) async -> [ArchiveOutcome] {
        let parts: [(String, (inout ArchiveOutcome) async throws -> Void)] = [
            (Profiles.serviceName, { try await takeProfiles(records, &$0) }),
            (PlaybackState.serviceName, { try await takePlayback(records, &$0) }),
            (ReadingList.serviceName, { try await takeLinks(records.compactMap(\.link), &$0) }),
        ]
        var outcomes: [ArchiveOutcome] = []
        for (service, part) in parts {
            var outcome = ArchiveOutcome(profile: profile.name, service: service)
            do { try await part(&outcome) } catch { outcome.missing = GatewayFailure(error).message }
            outcomes.append(outcome)
        }
        return outcomes
    }

    // MARK: Profiles

    private func takeProfiles(_ records: [ArchiveRecord], _ outcome: inout ArchiveOutcome) async throws {
        try await takeFavourites(records.compactMap(\.favourite), &outcome)
        // Last, since sync itself is one of them.
        let current = try await gateway.send(Profiles.GetSettings()).settings
        for change in records.compactMap(\.setting) {
            if current.first(where: { $0.name == change.name })?.value == change.value {
                outcome.known += 1
                continue
            }
            do {
                _ = try await sync.owner.send(Profiles.ChangeSettings([change], profile: sync.profile))
                outcome.imported += 1
            } catch let failure as GatewayFailure where failure.status != .unavailable {
                outcome.refused.append(.init(what: change.name.rawValue, reason: failure.message))
            }
        }
    }

    private func takeFavourites(_ favourites: [ArchiveFavourite], _ outcome: inout ArchiveOutcome) async throws {
        guard !favourites.isEmpty else { return }
        let known = Set(try await source.favourites().map(\.content))
        let new = favourites.filter { !known.contains($0.content) }
        outcome.known += favourites.count - new.count
        let operations = new.map { favourite in
            var operation = ProfileOperation(
                id: Self.id("favourite", favourite.content, favourite.added), number: 1,
                clock: Self.milliseconds(favourite.added), elapsedMilliseconds: 0)
            operation.favourite = OfflineFavourite(content: favourite.content, isFavourite: true)
            return operation
        }
        let results = try await sync.whileOn {
            try await Self.batches(operations, Profiles.PushChanges.maximumCount) { part in
                let request = Profiles.PushChanges(device: ArchiveSync.device, operations: part)
                return try await gateway.send(request, see: "hearth favourite list").results
            }
        }
        outcome.count(results, of: new.map(\.name))
    }

    // MARK: Playback

    private func takePlayback(_ records: [ArchiveRecord], _ outcome: inout ArchiveOutcome) async throws {
        let known = Set(
            try await source.history().map {
                SessionKey(content: $0.content, second: Self.milliseconds($0.started) / 1000)
            })
        let sessions = records.compactMap(\.session)
        let new = sessions.filter {
            !known.contains(SessionKey(content: $0.content, second: Self.milliseconds($0.started) / 1000))
        }
        outcome.known += sessions.count - new.count
        var operations: [(operation: PlaybackOperation, name: String)] = new.map { (Self.play($0), $0.name) }
        for mark in records.compactMap(\.mark) { operations += Self.marks(mark) }
        let queued = records.compactMap(\.queued)
        operations += queued.enumerated().map { (Self.enqueue($1, number: $0 + 1), $1.name) }
        guard !operations.isEmpty else { return }
        let results = try await sync.whileOn {
            try await Self.batches(operations.map(\.operation), PlaybackState.PushChanges.maximumCount) { part in
                let request = PlaybackState.PushChanges(device: ArchiveSync.device, operations: part)
                return try await gateway.send(request, see: "hearth history").results
            }
        }
        outcome.count(results, of: operations.map(\.name))
    }

    /// What tells sessions apart that have another id here.
    private struct SessionKey: Hashable {
        let content: ContentID
        let second: Int64
    }

    private static func operation(
        _ what: String, _ content: ContentID, _ time: Date, number: Int = 1
    ) -> PlaybackOperation {
        PlaybackOperation(
            id: id(what, content, time), number: Int64(number), clock: milliseconds(time), elapsedMilliseconds: 0)
    }

    /// Where it began, as far as that is known, and where it ended.
    private static func play(_ session: ArchiveSession) -> PlaybackOperation {
        var operation = operation("play", session.content, session.started)
        let elapsed = max(0, milliseconds(session.lastWatched ?? session.started) - milliseconds(session.started))
        let watched = min(session.secondsWatched ?? 0, session.position, Double(elapsed) / 1000)
        let reports = [(Int64(0), session.position - watched), (elapsed, session.position)].enumerated().map {
            ProgressReport(
                session: "", elapsedMilliseconds: $1.0, position: $1.1, duration: session.duration,
                sequence: Int64($0 + 1))
        }
        operation.play = OfflinePlay(
            session: operation.id, content: session.content, variant: session.variant,
            reports: session.lastWatched == nil ? [] : reports, hasEnded: true)
        return operation
    }

    private static func marks(_ mark: ArchiveMark) -> [(PlaybackOperation, String)] {
        let times = [
            ("watched", mark.marks.watched), ("unwatched", mark.marks.unwatched), ("hidden", mark.marks.hidden),
        ]
        return times.compactMap { what, time in
            guard let time else { return nil }
            var operation = operation(what, mark.content, time)
            if what == "hidden" {
                operation.hide = mark.content
            } else {
                operation.mark = OfflineMark(content: mark.content, isWatched: what == "watched")
            }
            return (operation, "\(mark.content.rawValue), \(what)")
        }
    }

    private static func enqueue(_ entry: ArchiveFavourite, number: Int) -> PlaybackOperation {
        var operation = operation("queue", entry.content, entry.added, number: number)
        operation.enqueue = OfflineEnqueue(content: entry.content)
        return operation
    }

    // MARK: Links

    /// As a file of links, with the names of `hearth read import`.
    private func takeLinks(_ links: [ArchiveLink], _ outcome: inout ArchiveOutcome) async throws {
        guard !links.isEmpty else { return }
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(
            "hearth-archive-\(gateway.runtime.random()).json"
        ).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom(ArchiveTime.encode)
        guard
            FileManager.default.createFile(
                atPath: path, contents: try encoder.encode(links), attributes: [.posixPermissions: 0o600])
        else { throw GatewayFailure("NOT_WRITTEN", "No temporary file can be made.", status: .fatal) }
        let file = try await FileUpload(path)
        let request = ReadingList.ImportLinks(file: "archive.json", bytes: file.bytes, format: .json)
        let started = try await gateway.upload(request, file, see: "hearth read")
        let job = try await JobFollower(
            gateway: gateway, request: ReadingList.FollowLinkImport(job: started.job), see: "hearth read"
        ).end { ProgressBar("reading", done: $0.doneBytes, total: $0.totalBytes, unit: AmountFormatter.bytes) }
        (outcome.imported, outcome.known) = (Int(job.report.added), Int(job.report.duplicate))
        outcome.refused += job.report.refusals.map { .init(what: $0.url, reason: $0.reason) }
        if job.state != .done { outcome.missing = job.problem ?? "The import was stopped." }
    }

    // MARK: Operations

    private static func milliseconds(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1000).rounded()) }

    /// The same for the same thing at the same time, in every import.
    private static func id(_ what: String, _ content: ContentID, _ time: Date) -> String {
        var hash = FNV1a()
        hash.add("\(what)|\(content.rawValue)|\(milliseconds(time))".utf8)
        return "\(what)-\(String(hash.value, radix: 16))"
    }

    private static func batches<Operation>(
        _ operations: [Operation], _ most: Int, _ push: ([Operation]) async throws -> [SyncResult]
    ) async throws -> [SyncResult] {
        var results: [SyncResult] = []
        for start in stride(from: 0, to: operations.count, by: most) {
            results += try await push(Array(operations[start..<min(start + most, operations.count)]))
        }
        return results
    }
}

extension ArchiveOutcome {
    /// Counts what became of operations, which are about these things.
    fileprivate mutating func count(_ results: [SyncResult], of names: [String]) {
        for (result, name) in zip(results, names) {
            if result.outcome == .refused {
                refused.append(Refusal(what: name, reason: result.message ?? result.problem ?? "it was refused"))
            } else if result.isRepeated == true || result.outcome == .superseded {
                known += 1
            } else {
                imported += 1
            }
        }
    }
}

extension ArchiveFavourite {
    fileprivate var name: String { title?.name ?? content.rawValue }
}

extension ArchiveSession {
    fileprivate var name: String { title?.name ?? content.rawValue }
}
