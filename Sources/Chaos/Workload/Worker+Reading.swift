internal import ChaosHistory
internal import HearthModel
internal import RPC
internal import ReadingListAPI

// Workload of reading-list: links are saved, read and deleted.
extension Worker {
    /// One call in this many reads the whole list, which grows.
    private static let linkReadsOneIn = 40

    /// Links are saved, and some deleted.
    func links() async {
        let object = "links/\(person.name)"
        var (number, ids): (Int, [(url: String, id: String)]) = (0, [])
        while await isDue() {
            let choice = draw(0..<Self.linkReadsOneIn)
            if choice == 0 {
                await readLinks(object)
            } else if choice < 10, !ids.isEmpty {
                let link = ids.remove(at: draw(0..<ids.count))
                await call(ReadingList.DeleteLinks(ids: [link.id]), object, .remove(link.url))
            } else {
                number += 1
                let url = "https://\(person.name).example/\(number)"
                let saved = await call(ReadingList.SaveLink(url: url), object, .add(url))
                if let id = saved?.link.id { ids.append((url, id)) }
            }
        }
    }

    /// All pages as one read: no other worker changes the list meanwhile.
    private func readLinks(_ object: String) async {
        let subject = Caller.Subject(process: process, object: object, action: .read)
        _ = try? await household.readLinks(of: person, subject)
    }
}

extension ChaosHousehold {
    /// Reads a list of links with all of its pages, as one operation.
    ///
    /// - Throws: `RPCError`, which is recorded.
    func readLinks(of person: Person, _ subject: Caller.Subject) async throws(RPCError) {
        let method = ReadingList.ListLinks.method
        let id = caller.recorder.begin(
            process: subject.process, service: ReadingList.serviceName, method: method, object: subject.object,
            action: .read)
        do throws(RPCError) {
            var (urls, cursor) = ([String](), String?.none)
            repeat {
                let page = try await caller.send(
                    ReadingList.ListLinks(
                        status: .unread, order: .added,
                        page: PageRequest(size: PageRequest.maximumSize, cursor: cursor)), as: person)
                urls += page.links.map(\.url)
                cursor = page.cursor
            } while cursor != nil
            caller.recorder.end(id, .ok(Observation(urls)))
            caller.count(ReadingList.serviceName, method, nil)
        } catch {
            caller.recorder.end(id, Outcome(error))
            caller.count(ReadingList.serviceName, method, error)
            throw error
        }
    }
}
