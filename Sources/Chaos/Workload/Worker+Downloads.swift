internal import ChaosHistory
internal import DownloadsAPI
internal import HearthModel
internal import RPC

// Workload of downloads: films are fetched, paused, resumed, removed and played, more of them than fit.
extension Worker {
    private static let downloadTitles = 10

    func download() async {
        let films = ownFilms
        guard !films.isEmpty else { return }
        let titles = (0..<Self.downloadTitles).map { _ in films[draw(0..<films.count)] }
        let object = ChaosHousehold.downloads(of: person)
        // By title: a title that was removed and requested again has another ID.
        var ids: [ContentID: String] = [:]
        while await isDue() {
            guard let title = pick(titles) else { return }
            switch (draw(0..<20), ids[title]) {
            case (0, _):
                await call(Downloads.GetStorage(), "room/\(person.name)", .read) { storage throws(RPCError) in
                    ChaosHousehold.observation(of: storage)
                }
            case (1...2, _):
                let list = await call(Downloads.List(), object, .read) { list throws(RPCError) in
                    Observation(list.downloads.map(\.content.rawValue))
                }
                for download in list?.downloads ?? [] { ids[download.content] = download.id }
            case (3...5, let id?): await call(Downloads.Pause(download: id), "changes/\(person.name)", .other)
            case (6...8, let id?): await call(Downloads.Resume(download: id), "changes/\(person.name)", .other)
            case (9...11, let id?):
                ids[title] = nil
                await call(Downloads.Delete(download: id), object, .remove(title.rawValue))
            case (12...13, let id?): await play(title, id)
            default:
                let started = await call(Downloads.Start(content: title), object, .add(title.rawValue))
                ids[title] = started?.downloads.first?.download.id ?? ids[title]
            }
        }
    }

    /// A film that several people request is removed only for those whose quota it exceeds, while others keep it: a
    /// missing list entry would prove no loss. So each person requests different films.
    private var ownFilms: [ContentID] {
        let (library, people) = (household.library, household.people)
        guard let index = people.firstIndex(where: { $0.name == person.name }) else { return [] }
        return stride(from: index, to: library.count, by: people.count).map { library[$0] }
    }

    /// Plays a film if it is complete.
    private func play(_ title: ContentID, _ id: String) async {
        let found = await call(Downloads.Locate(content: title), "changes/\(person.name)", .other)
        guard found?.id == id else { return }
        let subject = Caller.Subject(process: process, object: ChaosHousehold.bytes(of: title), action: .read)
        _ = try? await household.readFile(of: title, id, as: person, subject)
    }
}

extension ChaosHousehold {
    static func downloads(of person: Person) -> String { "downloads/\(person.name)" }
    static func bytes(of title: ContentID) -> String { "bytes/\(title.rawValue)" }

    /// The recorded value of correct content; otherwise the difference is recorded.
    static let right = "right"

    static func observation(of storage: DownloadStorage) -> Observation {
        let own = storage.profile
        return Observation(usage: .init(used: own.usedBytes, reserved: own.reservedBytes, limit: own.limitBytes))
    }

    /// Reads all bytes of a completed download, and compares them with the film's.
    ///
    /// - Throws: `RPCError`, which is recorded.
    func readFile(
        of title: ContentID, _ download: String, as person: Person, _ subject: Caller.Subject
    ) async throws(RPCError) {
        guard let film = films[title] else { return }
        let method = Downloads.ReadFile.method
        let id = caller.recorder.begin(
            process: subject.process, service: Downloads.serviceName, method: method, object: subject.object,
            action: .read)
        do throws(RPCError) {
            var bytes: [UInt8] = []
            let request = Downloads.ReadFile(download: download)
            for piece in try await caller.items(of: request, as: person) { bytes += piece.data }
            caller.recorder.end(id, .ok(Observation([film.difference(from: bytes) ?? Self.right])))
            caller.count(Downloads.serviceName, method, nil)
        } catch {
            caller.recorder.end(id, Outcome(error))
            caller.count(Downloads.serviceName, method, error)
            throw error
        }
    }
}
