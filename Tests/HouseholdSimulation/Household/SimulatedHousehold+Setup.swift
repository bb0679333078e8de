import CatalogAPI
import DownloadsAPI
import Foundation
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ReadingListAPI
import SchedulerAPI
import TestSupport

extension SimulatedHousehold {
    /// Founds the household while nothing breaks: its people, its library and its guide.
    func found() async throws -> HouseholdSeed {
        internet.faultsDisabled = true
        defer { internet.faultsDisabled = false }
        try await start()
        let token = try await signIn()
        var facts = HouseholdSeed()
        facts.profiles = try await foundPeople(token)
        let profiles = client(Profiles.self, of: "profiles", token: token)
        facts.name = "Home"
        let options = Profiles.SetHouseholdOptions(name: facts.name, timeZone: "Europe/Berlin")
        _ = try await profiles.send(options)
        let catalog = client(Catalog.self, of: "catalog", token: token)
        let playlist = Catalog.ImportPlaylist(source: "films", file: SourceFiles.playlistFile(0))
        let films = Data(SourceFiles.playlist(version: 0).utf8)
        try await finish(catalog.upload(playlist, text: films), catalog)
        let guide = Catalog.ImportGuide(source: "guide", file: SourceFiles.guideFile(0))
        try await finish(catalog.upload(guide, text: Data(SourceFiles.guide(version: 0).utf8)), catalog)
        let hits = try await rated(catalog)
        let channels = Catalog.Search(text: "", kinds: [.channel], sort: .title)
        facts.channel = try await catalog.send(channels).hits.first?.id
        facts.films = hits.filter { Self.film($0) != nil }.map(\.id)
        facts.adult = hits.filter { Self.film($0) == nil }.map(\.id)
        let kids = ViewingPolicy.kids(seesUnrated: true, seesUnratedChannels: true)
        // By TMDB's own word, too: the catalog may have missed it.
        facts.forbidden = hits.filter { card in
            !kids.allows(card) || Self.film(card).map(SimulatedTMDB.isSoftcore) == true
        }.map(\.id)
        guard facts.films.count == SourceFiles.films, facts.adult.count == SourceFiles.adult else {
            throw RPCError(.internal, "The library has \(facts.films.count) and \(facts.adult.count) films.")
        }
        // A shard is there when it is first asked for.
        _ = try await client(PlaybackState.self, of: "playback-state", token: token).send(PlaybackState.ListQueue())
        _ = try await client(ReadingList.self, of: "reading-list", token: token).send(ReadingList.ListTags())
        _ = try await client(Scheduler.self, of: "scheduler", token: token).send(Scheduler.ListWindows())
        _ = try await client(Downloads.self, of: "downloads", token: token).send(Downloads.List())
        // So that everybody has heard of everything.
        try await simulation.sleep(for: .seconds(1))
        return facts
    }

    /// The number of a film that TMDB knows.
    private static func film(_ card: Card) -> Int? {
        let words = card.title.split(separator: " ")
        return words.count == 2 && words[0] == "Film" ? Int(words[1]) : nil
    }

    /// The films, once TMDB has said which audience those are for that it knows.
    private func rated(_ catalog: RPCClient<Catalog>) async throws -> [Card] {
        let search = Catalog.Search(text: "", kinds: [.movie], sort: .title, page: PageRequest(size: 100))
        let expected = (0..<SourceFiles.films).count { SimulatedTMDB.certificate(of: $0) != nil }
        for _ in 0..<300 {
            let hits = try await catalog.send(search).hits
            if hits.count(where: { $0.rating != .unrated }) >= expected { return hits }
            try await simulation.sleep(for: .milliseconds(100))
        }
        throw RPCError(.internal, "TMDB was not asked for the films' ratings.")
    }

    private func foundPeople(_ token: AccessToken) async throws -> [String: String] {
        let profiles = client(Profiles.self, of: "profiles", token: token)
        for profile in try await profiles.send(Profiles.ListProfiles()).profiles {
            let person: Person = profile.kind == .kids ? .emil : .ada
            _ = try await profiles.send(Profiles.RenameProfile(profile: profile.id, name: person.rawValue))
        }
        for person in [Person.ben, .cleo, .dora] {
            _ = try await profiles.send(Profiles.CreateProfile(name: person.rawValue, kind: .adult))
        }
        let all = try await profiles.send(Profiles.ListProfiles()).profiles
        // All their devices are kept in step.
        let sync = [SettingChange(.enableCloudSync, .boolean(true))]
        for profile in all { _ = try await profiles.send(Profiles.ChangeSettings(sync, profile: profile.id)) }
        return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.id) })
    }

    private func finish(_ started: ImportStarted, _ catalog: RPCClient<Catalog>) async throws {
        while true {
            let job = try await catalog.send(Catalog.GetImport(job: started.job))
            if job.state == .done { return }
            guard !job.state.isEnd else { throw RPCError(.internal, job.problem ?? "\(job.state)") }
            try await simulation.sleep(for: .milliseconds(5))
        }
    }
}
