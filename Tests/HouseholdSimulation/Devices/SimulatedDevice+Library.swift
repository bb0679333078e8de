import ChaosHistory
import HearthModel
import ProfilesAPI
import RPC
import ReadingListAPI

extension SimulatedDevice {
    // MARK: Favourites

    func favour(_ number: Int, as who: String, _ id: String) async -> Bool {
        guard who != Person.emil.rawValue else { return false }
        let content = run.outsideTitle(number, of: who)
        let object = "favourites/\(who)"
        let change = await call(Profiles.AddFavourite(content: content), as: who, on: object, .add(content.rawValue))
        guard let change else { return true }
        run.results[id] = .added(content)
        if !change.hasChanged {
            run.report("exactly-once", "doubled", object, "\(content) is said to have been a favourite before")
        }
        return true
    }

    func unfavour(_ add: String, as who: String) async -> Bool {
        guard case .added(let content)? = run.results[add] else { return false }
        let request = Profiles.RemoveFavourite(content: content)
        _ = await call(request, as: who, on: "favourites/\(who)", .remove(content.rawValue))
        run.results[add] = nil
        return true
    }

    func readFavourites(as who: String) async -> Bool {
        let request = Profiles.ListFavourites(page: PageRequest(size: PageRequest.maximumSize))
        return await call(request, as: who, on: "favourites/\(who)", .read) { list in
            Observation(list.favourites.map(\.content.rawValue))
        } != nil
    }

    // MARK: Links

    func saveLink(_ number: Int, as who: String, _ id: String) async -> Bool {
        let pages = Person(rawValue: who)?.pages ?? "https://\(who).example/"
        let page = "\(pages)\(number)"
        let object = "links/\(who)"
        let saved = await call(ReadingList.SaveLink(url: page), as: who, on: object, .add(page))
        guard let saved else { return true }
        run.results[id] = .saved(link: saved.link.id, page: page)
        if !saved.isNew {
            run.report("exactly-once", "doubled", object, "\(page) is said to have been saved before")
        }
        return true
    }

    func saveLinkAgain(_ save: String, as who: String) async -> Bool {
        guard let page = saved(save)?.page else { return false }
        let request = ReadingList.SaveLink(url: page + "?utm_source=mail")
        let again = await call(request, as: who, on: "links/\(who)")
        if again?.isNew == true {
            run.report("exactly-once", "doubled", "links/\(who)", "\(page) is there twice, under two addresses")
        }
        return true
    }

    private func saved(_ id: String) -> (link: String, page: String)? {
        guard case .saved(let link, let page)? = run.results[id] else { return nil }
        return (link, page)
    }

    func archiveLink(_ save: String, as who: String) async -> Bool {
        guard let link = saved(save)?.link else { return false }
        _ = await call(ReadingList.MarkLinks(ids: [link], status: .read), as: who, on: "links/\(who)")
        return true
    }

    func starLink(_ save: String, as who: String) async -> Bool {
        guard let (link, page) = saved(save) else { return false }
        let request = ReadingList.StarLinks(ids: [link], isFeatured: true)
        _ = await call(request, as: who, on: "stars/\(who)", .add(page))
        return true
    }

    func deleteLink(_ save: String, as who: String) async -> Bool {
        guard let (link, page) = saved(save) else { return false }
        _ = await call(ReadingList.DeleteLinks(ids: [link]), as: who, on: "links/\(who)", .remove(page))
        run.results[save] = nil
        run.unstarred.insert(page)
        return true
    }

    /// Both lists: first what is to be read, as links move from there to the archive and never back.
    func readLinks(as who: String) async -> Bool { await readLinks(as: who) { Observation($0.map(\.url)) } }

    /// What has a star.
    func readStars(as who: String) async -> Bool {
        await readLinks(as: who, on: "stars") { links in Observation(links.filter(\.isFeatured).map(\.url)) }
    }

    private func readLinks(
        as who: String, on object: String = "links", _ observation: ([Link]) -> Observation
    ) async -> Bool {
        let page = PageRequest(size: PageRequest.maximumSize)
        let id = run.recorder.begin(
            process: process(who), service: "reading-list", method: ReadingList.ListLinks.method,
            object: "\(object)/\(who)", action: .read)
        var links: [Link] = []
        for status in [LinkStatus.unread, .read] {
            let request = ReadingList.ListLinks(status: status, page: page)
            guard let result = await result(of: request, as: who, on: "seen/\(who)") else {
                run.recorder.end(id, .failed(code: "UNAUTHENTICATED", executed: .no))
                return false
            }
            switch result {
            case .success(let list):
                let known = Set(links.map(\.url))
                links += list.links.filter { !known.contains($0.url) }
            case .failure(let error):
                run.recorder.end(id, Outcome(error))
                return false
            }
        }
        run.recorder.end(id, .ok(observation(links)))
        return true
    }
}
