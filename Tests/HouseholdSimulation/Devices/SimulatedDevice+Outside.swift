import ChaosHistory
import DownloadsAPI
import Foundation
import GRDB
import HearthModel
import MetadataGatewayAPI
import RPC
import ServiceKit

extension SimulatedDevice {
    func performOutside(_ operation: PlannedOperation) async -> Bool? {
        let who = operation.who
        switch operation.action {
        case .download(let title): return await download(title, as: who, operation.id)
        case .pauseDownload(let start): return await change(start, Downloads.Pause.init, as: who)
        case .resumeDownload(let start): return await change(start, Downloads.Resume.init, as: who)
        case .retryDownload(let start): return await change(start, Downloads.Retry.init, as: who)
        case .moveDownload(let start, let position):
            return await change(start, { Downloads.Move(download: $0, position: Int32(position)) }, as: who)
        case .cancelDownload(let start): return await letGo(start, Downloads.Cancel.init, as: who)
        case .deleteDownload(let start): return await letGo(start, Downloads.Delete.init, as: who)
        case .playDownload(let start): return await playDownload(start, as: who)
        case .readDownloads: return await readDownloads(as: who) != nil
        case .requestStorage: return await requestStorage(as: who)
        case .discover(let list):
            let names: [TitleListName] = [.popularMovies, .upcoming, .trendingToday]
            return await send(MetadataGateway.ListTitles(list: names[list]), as: who)
        case .lookUp(let film):
            return await send(MetadataGateway.GetMovie(id: Int64(SimulatedTMDB.firstID + film)), as: who)
        case .lookFor(let film):
            return await send(MetadataGateway.SearchTitles(text: "Film \(film)", kind: .movie), as: who)
        default: return nil
        }
    }

    private func send<Request: RPCRequest>(_ request: Request, as who: String) async -> Bool {
        await call(request, as: who, on: "outside/\(who)") != nil
    }

    // MARK: Downloads

    /// What a person's own films are recorded under; a film that all may fetch can be taken from one for another's sake.
    private func downloadsObject(_ film: Int, _ who: String) -> String {
        let owner = PlanGenerator.owner(ofFilm: film).map { Person.allCases[$0].rawValue }
        return owner == who ? "downloads/\(who)" : "shared-downloads"
    }

    private func download(_ title: Int, as who: String, _ id: String) async -> Bool {
        guard let film = run.film(title) else { return false }
        let started = await call(
            Downloads.Start(content: film), as: who, on: downloadsObject(title, who), .add(film.rawValue))
        guard let download = started?.downloads.first?.download else { return true }
        run.results[id] = .download(id: download.id, title: title)
        run.downloads["\(who) \(title)"] = download.id
        return true
    }

    private func download(_ start: String) -> (id: String, title: Int)? {
        guard case .download(let id, let title)? = run.results[start] else { return nil }
        return (id, title)
    }

    private func change<Request: RPCRequest>(
        _ start: String, _ request: (String) -> Request, as who: String
    ) async -> Bool {
        guard let download = download(start) else { return false }
        _ = await call(request(download.id), as: who, on: "changes/\(who)")
        return true
    }

    private func letGo<Request: RPCRequest>(
        _ start: String, _ request: (String) -> Request, as who: String
    ) async -> Bool {
        guard let download = download(start), let film = run.film(download.title),
            // An older one of the same title is gone already.
            run.downloads["\(who) \(download.title)"] == download.id
        else { return false }
        _ = await call(request(download.id), as: who, on: downloadsObject(download.title, who), .remove(film.rawValue))
        return true
    }

    /// All downloads of a person; what is said to be there is there.
    @discardableResult
    func readDownloads(as who: String) async -> [Download]? {
        let own = run.facts.films.enumerated().filter { downloadsObject($0.offset, who) == "downloads/\(who)" }
        let owned = Set(own.map(\.element))
        let list = await call(Downloads.List(), as: who, on: "downloads/\(who)", .read) { list in
            Observation(list.downloads.map(\.content).filter(owned.contains).map(\.rawValue))
        }
        guard let downloads = list?.downloads else { return nil }
        for download in downloads where download.status == .completed && !download.isAvailableOffline {
            run.report(
                "downloads-whole", "missing", "downloads/\(who)",
                "\(download.content) is said to be completed and is not there")
        }
        for download in downloads where download.trouble?.code == .filesMissing && !run.restored.contains("downloads") {
            run.report(
                "downloads-whole", "missing", "downloads/\(who)", "\(download.content) was completed and is not there")
        }
        return downloads
    }

    private func requestStorage(as who: String) async -> Bool {
        _ = await call(Downloads.GetStorage(), as: who, on: "room/\(who)") { storage in
            let own = storage.profile
            return Observation(usage: .init(used: own.usedBytes, reserved: own.reservedBytes, limit: own.limitBytes))
        }
        await DownloadChecks(run: run).checkRoom()
        return true
    }

    /// Plays what was downloaded, if all of it is there.
    private func playDownload(_ start: String, as who: String) async -> Bool {
        guard let film = download(start).flatMap({ run.film($0.title) }) else { return false }
        guard let found = await call(Downloads.Locate(content: film), as: who, on: "changes/\(who)") else {
            return true
        }
        await DownloadChecks(run: run).checkBytes(of: found, as: who, by: self)
        return true
    }

    /// The bytes of a downloaded file; nil when they cannot be had now.
    func bytes(of download: String, _ file: String?, as who: String) async -> [UInt8]? {
        try? await reading(of: download, file, as: who)?.get()
    }

    /// The bytes of a downloaded file, or why they cannot be had; nil when no person is signed in.
    func reading(
        of download: String, _ file: String?, as who: String
    ) async -> Swift.Result<[UInt8], RPCError>? {
        guard !isOffline, let token = await token(of: who) else { return nil }
        let client = RPCClient<Downloads>(clients.channel(to: "downloads"))
        var bytes: [UInt8] = []
        do {
            let options = CallOptions(timeout: .seconds(30), token: token, waitForReady: true)
            let pieces = try await client.stream(Downloads.ReadFile(download: download, file: file), options: options)
            for try await piece in pieces { bytes += piece.data }
            return .success(bytes)
        } catch {
            simulation.note("unread: \(error)")
            return .failure(error)
        }
    }
}
