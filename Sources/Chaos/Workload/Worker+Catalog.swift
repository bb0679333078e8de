internal import CatalogAPI
internal import ChaosHistory
internal import Foundation
internal import HearthModel
internal import RPC

// Workload of catalog: searches, and playlists that replace each other.
extension Worker {
    /// Searches must find the library, and kids must find no title that is not for them.
    func search() async {
        while await isDue() {
            let text = ["steady", "hidden", ""][draw(0..<3)]
            if text == "steady" {
                let subject = Caller.Subject(process: process, object: ChaosHousehold.libraryObject, action: .read)
                _ = try? await household.readLibrary(as: person, subject)
            } else {
                let page = PageRequest(size: PageRequest.maximumSize)
                await call(Catalog.Search(text: text, page: page), "search/\(person.name)", .read) {
                    found throws(RPCError) in
                    Observation(found.hits.map(\.id.rawValue))
                }
            }
        }
    }

    private static let channels = 60
    /// The time limit of an import, across restarts of the service.
    private static let importPatience = Duration.seconds(60)

    /// Two playlists replace each other as one source.
    func importPlaylists() async {
        var number = 0
        while await isDue() {
            number += 1
            let name = ["A", "B"][number % 2]
            let lines = (1...Self.channels).map {
                "#EXTINF:-1,Drill \(name) \($0)\nhttp://streams.example/\(name)/\($0)"
            }
            // Unique per import: a known file changes nothing.
            let text = "#EXTM3U\n# \(number)\n" + lines.joined(separator: "\n") + "\n"
            await takeIn("drill-\(number).m3u", text)
            if draw(0..<2) == 0 {
                let subject = Caller.Subject(process: process, object: Self.source, action: .read)
                _ = try? await household.readSource(as: person, subject)
            }
        }
    }

    static let source = "sources/drill"

    /// The operation ends with the job: a queued job is not done.
    private func takeIn(_ file: String, _ text: String) async {
        let method = Catalog.ImportPlaylist.method
        let id = caller.recorder.begin(
            process: process, service: kind.service, method: method, object: Self.source, action: .write(file))
        do throws(RPCError) {
            let started = try await caller.upload(
                Catalog.ImportPlaylist(source: "drill", file: file), text, as: person)
            let end: ImportJob?
            do throws(RPCError) {
                end = try await caller.last(
                    of: Catalog.FollowImport(job: started.job), as: person,
                    timeout: Self.importPatience)
            } catch {
                throw RPCError(error.code, error.message, executed: .maybe)
            }
            guard end?.state == .done else {
                throw RPCError(.aborted, end?.problem ?? "The import has no end.", executed: end == nil ? .maybe : .no)
            }
            caller.recorder.end(id, .ok(Observation()))
            caller.count(kind.service, method, nil)
        } catch {
            caller.recorder.end(id, Outcome(error))
            caller.count(kind.service, method, error)
        }
    }
}

extension ChaosHousehold {
    static let libraryObject = "library"

    /// Searches for titles that no import touches: the result must be complete.
    ///
    /// - Throws: `RPCError`, which is recorded.
    func readLibrary(as person: Person, _ subject: Caller.Subject) async throws(RPCError) {
        let method = Catalog.Search.method
        let id = caller.recorder.begin(
            process: subject.process, service: Catalog.serviceName, method: method, object: subject.object,
            action: .read)
        do throws(RPCError) {
            var (ids, cursor) = ([String](), String?.none)
            repeat {
                let page = try await caller.send(
                    Catalog.Search(
                        text: "steady", sort: .title,
                        page: PageRequest(size: PageRequest.maximumSize, cursor: cursor)), as: person)
                ids += page.hits.map(\.id.rawValue)
                cursor = page.cursor
            } while cursor != nil
            caller.recorder.end(id, .ok(Observation(ids)))
            caller.count(Catalog.serviceName, method, nil)
        } catch {
            caller.recorder.end(id, Outcome(error))
            caller.count(Catalog.serviceName, method, error)
            throw error
        }
    }

    /// Reads which playlist the source has.
    ///
    /// - Throws: `RPCError`, which is recorded.
    func readSource(as person: Person, _ subject: Caller.Subject) async throws(RPCError) {
        try await caller.call(Catalog.ListSources(), as: person, subject) { list throws(RPCError) in
            Observation(list.sources.filter { $0.name == "drill" }.map(\.path))
        }
    }
}
