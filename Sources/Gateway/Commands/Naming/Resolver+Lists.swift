internal import CatalogAPI
internal import DownloadsAPI
internal import Foundation
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import ReadingListAPI
internal import SchedulerAPI
internal import ServiceKit

/// Things that whole lists are fetched of: profiles, sources, downloads, links, slots, windows and corrections.
///
/// Where the list of a service may be incomplete, an argument that fits nothing is passed on as an id: the service says
/// whether it is one.
extension Resolver {
    /// A profile by its id, name or row.
    func profile(_ text: String) async throws -> Profile {
        let wanted = try row(text, .profile) ?? text
        let all = try await gateway.send(Profiles.ListProfiles()).profiles
        let candidates = all.map { Candidate(id: $0.id, name: $0.name, note: $0.kind.rawValue, value: $0) }
        return try await find(wanted, .profile, among: candidates).value
    }

    /// A source by its name, a part of it, or its row.
    func source(_ text: String) async throws -> CatalogSource {
        try await source(text, among: try await SourceCommand.all(gateway))
    }

    /// A source among known ones, by its name, a part of it, or its row.
    func source(_ text: String, among sources: [CatalogSource]) async throws -> CatalogSource {
        let wanted = try row(text, .source) ?? text
        let candidates = sources.map { Candidate(id: $0.name, name: $0.name, note: $0.kind.rawValue, value: $0) }
        return try await find(wanted, .source, among: candidates).value
    }

    /// The id of a download, by its id, its title or its row.
    func download(_ text: String) async throws -> String {
        try await download(text, among: try await gateway.send(Downloads.List()).downloads)
    }

    /// The id of a download among known ones, by its id, its title or its row.
    func download(_ text: String, among downloads: [Download]) async throws -> String {
        let wanted = try row(text, .download) ?? text
        let candidates = downloads.map { download in
            Candidate(
                id: download.id, name: CardFormatter.title(download.card), note: download.status.rawValue,
                aliases: [download.content.rawValue], value: download.id)
        }
        return try await choose(wanted, .download, among: candidates)?.value ?? wanted
    }

    /// The ids of saved links, each by its id, words of its title, or its row.
    func links(_ arguments: [String]) async throws -> [String] {
        var found: [String] = []
        for text in arguments { found.append(try await link(text)) }
        return found
    }

    /// The id of a saved link, by its id, words of its title, or its row.
    func link(_ text: String) async throws -> String {
        if let row = try row(text, .link) { return row }
        var candidates: [Candidate<String>] = []
        for status in [LinkStatus.unread, .read] {
            let page = PageRequest(size: PageRequest.maximumSize)
            let list = try await gateway.send(ReadingList.ListLinks(status: status, text: text, page: page))
            candidates += list.links.map { link in
                Candidate(id: link.id, name: link.displayTitle, note: link.domain, aliases: [link.url], value: link.id)
            }
        }
        return try await choose(text, .link, among: candidates)?.value ?? text
    }

    /// A slot of the schedule by its id, its row, or the title of one in this week and the next.
    func slot(_ text: String) async throws -> ProgrammeSlot {
        let wanted = try row(text, .slot) ?? text
        let unknown: GatewayFailure
        do {
            return try await gateway.send(Scheduler.GetSlot(id: wanted))
        } catch let failure as GatewayFailure
            where failure.code == Noun.slot.code || failure.status == .usage || failure.code == "NOT_FOUND"
        {
            unknown = failure
        }
        let week = try await gateway.send(Scheduler.GetWeek())
        let second = await gateway.clock().day(gateway.now.addingTimeInterval(7 * 86_400))
        let later = try await gateway.send(Scheduler.GetWeek(first: second))
        let slots = (week.times + later.times).map(\.slot).uniqued(by: \.id)
        let candidates = slots.map { slot in
            Candidate(id: slot.id, name: slot.title, note: slot.start, value: slot)
        }
        guard let chosen = try await choose(text, .slot, among: candidates) else { throw unknown }
        return chosen.value
    }

    /// A viewing window by its id, its row, its label or its day; nil when there is none.
    func window(_ text: String) async throws -> ProgrammeWindow? {
        let wanted = try row(text, .window) ?? text
        let all = try await gateway.send(Scheduler.ListWindows()).windows
        let candidates = all.map { window in
            let day = WeekdaysArgument.name(window.dayOfWeek)
            return Candidate(
                id: window.id, name: window.label ?? day, note: "\(day) \(window.start) to \(window.end)",
                aliases: [day, "\(day) \(window.start)"], value: window)
        }
        return try await choose(wanted, .window, among: candidates)?.value
    }

    /// The id of a correction, by its id, its row, or the title that it is about.
    func correction(_ text: String) async throws -> String {
        let wanted = try row(text, .correction) ?? text
        let page = PageRequest(size: PageRequest.maximumSize)
        let list = try await gateway.send(Catalog.ListCorrections(page: page)).corrections
        let candidates = list.map { correction in
            Candidate(
                id: correction.id, name: CardFormatter.title(correction.card), note: correction.kind.rawValue,
                aliases: [correction.about.rawValue], value: correction.id)
        }
        return try await choose(wanted, .correction, among: candidates)?.value ?? wanted
    }

    /// The titles in the acting profile's queue.
    func queued() async throws -> [Card] {
        try await gateway.send(PlaybackState.ListQueue()).entries.compactMap { entry in
            entry.card?.under(entry.content)
        }
    }

    /// Titles of the acting profile's favourites, as many as one call returns.
    func favourites() async throws -> [Card] {
        let page = PageRequest(size: PageRequest.maximumSize)
        return try await gateway.send(Profiles.ListFavourites(page: page)).favourites.compactMap { favourite in
            favourite.card?.under(favourite.content)
        }
    }
}
