internal import Access
internal import CatalogAPI
internal import ChaosHistory
internal import DownloadsAPI
internal import Foundation
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import ReadingListAPI
internal import SchedulerAPI
internal import ServiceKit
internal import Synchronization

/// The household of a run: its people, and its initial library.
final class ChaosHousehold: Sendable {
    let caller: Caller
    let plan: ChaosPlan
    /// The directory of playlists.
    let files: String
    /// The directory of downloaded files.
    let downloads: String
    private let outside: UpstreamAddress
    private let proof: Data

    private struct State: Sendable {
        var people: [Person] = []
        var library: [ContentID] = []
        var films: [ContentID: UpstreamFilm] = [:]
        var hidden: [ContentID] = []
        /// The guests created, with their tokens, which outlive them.
        var guests: [Person] = []
        var made: [RunVerifier.Guest] = []
    }

    private let state = Mutex(State())

    /// - Parameter directory: the run's directory, which contains the owner key.
    /// - Throws: `KeyFileError`; ``NoKey``.
    init(_ plan: ChaosPlan, caller: Caller, directory: ChaosDirectory, outside: UpstreamAddress) throws {
        guard let key = try OwnerKey.load(in: directory.run) else { throw NoKey() }
        (self.plan, self.caller, self.outside) = (plan, caller, outside)
        (files, downloads) = (directory.files, directory.downloads)
        proof = Data(key.bytes)
    }

    /// The run directory contains no owner key.
    struct NoKey: Error, CustomStringConvertible {
        var description: String { "profiles has made no owner key" }
    }

    var people: [Person] { state.withLock { $0.people } }
    var adults: [Person] { people.filter { !$0.isKid } }
    /// Films that everybody may see.
    var library: [ContentID] { state.withLock { $0.library } }
    /// The upstream films behind the links of the library.
    var films: [ContentID: UpstreamFilm] { state.withLock { $0.films } }
    /// Films for adults only.
    var hidden: [ContentID] { state.withLock { $0.hidden } }
    var guests: [Person] { state.withLock { $0.guests } }

    /// When the guests were created, for the checks.
    var madeGuests: [RunVerifier.Guest] { state.withLock { $0.made } }

    func note(guest: Person) {
        let made = RunVerifier.Guest(profile: guest.profile, made: Int64(clamping: caller.runtime.now.nanoseconds))
        state.withLock { state in
            state.guests.append(guest)
            state.made.append(made)
        }
    }

    /// Whether the run includes a service.
    func has(_ service: any ServiceContract.Type) -> Bool { plan.services.contains(service.serviceName) }

    // MARK: Setup

    /// The initial name of the household, and the recorded object of the name.
    static let (firstName, nameObject) = ("House 0", "household/name")

    /// The prefix of kids' names.
    static let kid = "kid-"

    /// The timeout of one setup step.
    private static let patience = Duration.seconds(60)

    /// Creates the profiles and imports the library.
    ///
    /// - Throws: `RPCError`; `CocoaError` when a playlist cannot be written.
    func moveIn() async throws {
        let owner = try await signIn("owner", nil, isKid: false)
        var (people, kids) = ([owner], [Person]())
        let first = try await caller.send(Profiles.ListProfiles(), as: owner).profiles
        for (index, profile) in first.filter({ $0.kind == .kids }).prefix(plan.workload.kids).enumerated() {
            kids.append(try await signIn("\(Self.kid)\(index + 1)", profile.id, isKid: true))
        }
        while people.count < plan.workload.adults {
            people.append(try await make("adult-\(people.count + 1)", .adult, as: owner))
        }
        while kids.count < plan.workload.kids {
            kids.append(try await make("\(Self.kid)\(kids.count + 1)", .kids, as: owner))
        }
        state.withLock { [people, kids] in $0.people = people + kids }
        _ = try await caller.send(Profiles.SetHouseholdOptions(name: Self.firstName), as: owner)
        if has(Catalog.self) { try await fillLibrary(as: owner) }
        if plan.faults.contains(where: { $0.kind == .mislay }) { try await createOtherHousehold() }
    }

    /// Creates a second household, with a shard of each service, so that there are wrong shards to swap in.
    private func createOtherHousehold() async throws {
        let name = ChaosDirectory.otherHousehold
        let stranger = Person(name: "stranger", profile: "", isKid: false, token: AccessToken(""))
        let founding = Profiles.CreateHousehold(proof: proof, household: name)
        _ = try await caller.send(founding, as: stranger, timeout: Self.patience)
        let session = try await caller.send(
            Profiles.LocalOwner(proof: proof, household: name), as: stranger, timeout: Self.patience)
        stranger.token = AccessToken(session.token)
        // A shard is created on first use.
        if has(Catalog.self) { _ = try await caller.send(Catalog.Search(text: ""), as: stranger) }
        if has(PlaybackState.self) {
            _ = try await caller.send(PlaybackState.ListQueue(), as: stranger)
        }
        if has(ReadingList.self) { _ = try await caller.send(ReadingList.ListTags(), as: stranger) }
        if has(Scheduler.self) { _ = try await caller.send(Scheduler.ListWindows(), as: stranger) }
        if has(Downloads.self) { _ = try await caller.send(Downloads.List(), as: stranger) }
    }

    private func make(_ name: String, _ kind: ProfileKind, as owner: Person) async throws -> Person {
        let profile = try await caller.send(Profiles.CreateProfile(name: name, kind: kind), as: owner)
        return try await signIn(name, profile.id, isKid: kind == .kids)
    }

    /// Signs a person in; unlike switching, this publishes no event to other services.
    ///
    /// - Throws: `RPCError`.
    func signIn(_ name: String, _ profile: String?, isKid: Bool) async throws -> Person {
        let anonymous = Person(name: name, profile: "", isKid: isKid, token: AccessToken(""))
        let session = try await session(profile, as: anonymous)
        return Person(name: name, profile: session.profile.id, isKid: isKid, token: AccessToken(session.token))
    }

    private func session(_ profile: String?, as person: Person) async throws -> Session {
        try await caller.send(
            Profiles.LocalOwner(proof: proof, profile: profile), as: person, timeout: Self.patience)
    }

    /// Renews all tokens repeatedly, for runs longer than a token's lifetime.
    func renewTokens() async {
        while !Task.isCancelled {
            do { try await caller.runtime.sleep(for: Self.renewal) } catch { return }
            for person in people {
                guard let session = try? await session(person.profile, as: person) else { continue }
                person.token = AccessToken(session.token)
            }
        }
    }

    /// A token expires after 15 minutes.
    private static let renewal = Duration.seconds(240)

    // MARK: The library

    private func fillLibrary(as owner: Person) async throws {
        let syllables = ["ba", "do", "fi", "ga", "ko", "lu", "me", "no", "pe", "ra", "so", "ti", "va", "wo", "za"]
        // Names without digits: those would be parsed as parts, qualities and years.
        var names: [String] = []
        for first in syllables {
            for second in syllables { for last in ["lan", "rin", "tok"] { names.append(first + second + last) } }
        }
        names = Array(names.prefix(plan.workload.library + Self.hiddenTitles))
        let entries = names.enumerated().map { index, name in
            let isHidden = index < Self.hiddenTitles
            let mark = isHidden ? " is_adult=\"1\"" : ""
            return "#EXTINF:6000 type=\"movie\"\(mark),\(isHidden ? "Hidden" : "Steady") \(name) (1999)\n"
                + outside.link(of: UpstreamFilm(number: index))
        }
        let job = try await caller.upload(
            Catalog.ImportPlaylist(source: "library", file: "library.m3u"),
            "#EXTM3U\n" + entries.joined(separator: "\n") + "\n", as: owner, timeout: Self.patience)
        let end = try await caller.last(
            of: Catalog.FollowImport(job: job.job), as: owner, timeout: Self.patience)
        guard end?.state == .done else {
            throw RPCError(.aborted, "The library was not imported: \(end?.problem ?? "no end").", executed: .yes)
        }
        let (library, hidden) = (try await titles("steady", as: owner), try await titles("hidden", as: owner))
        let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
        let films = library.compactMap { card in
            card.title.split(separator: " ").last.flatMap { numbers[String($0)] }
                .map { (card.id, UpstreamFilm(number: $0)) }
        }
        guard films.count == names.count - Self.hiddenTitles, hidden.count == Self.hiddenTitles else {
            throw RPCError(
                .aborted, "The library has \(library.count) and \(hidden.count) of \(names.count) films.",
                executed: .yes)
        }
        state.withLock { state in
            (state.library, state.hidden) = (library.map(\.id), hidden.map(\.id))
            state.films = Dictionary(films) { first, _ in first }
        }
    }

    /// The number of films hidden from kids.
    private static let hiddenTitles = 10

    private func titles(_ text: String, as person: Person) async throws -> [Card] {
        var (found, cursor) = ([Card](), String?.none)
        repeat {
            let page = try await caller.send(
                Catalog.Search(
                    text: text, sort: .title, page: PageRequest(size: PageRequest.maximumSize, cursor: cursor)),
                as: person, timeout: Self.patience)
            found += page.hits
            cursor = page.cursor
        } while cursor != nil
        return found
    }
}
