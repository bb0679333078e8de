import Access
import CatalogAPI
import DownloadsAPI
import Foundation
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import RPCZeroMQ
import ReadingListAPI
import SchedulerAPI
import SchemaTool
import ServiceKit
import TestSupport
import Testing

/// A child's profile calls every method that reads, of every service of a household in use: nothing that it is told has a word of what
/// is not for it.
@Suite(.tags(.integration), .serialized)
struct HouseholdAuditTests {
    @Test
    func `has nothing of what is not for them, in no answer, error or stream of any method`() async throws {
        try await RealCluster.with { cluster in
            let (tmdb, films) = (try FakeTMDB(serving: HouseholdAudit.tmdb), try FakeMediaServer())
            defer {
                tmdb.stop()
                films.stop()
            }
            let configuration =
                RealCluster.configuration(of: "metadata-gateway", tmdb.settings)
                + RealCluster.configuration(of: "downloads", films.settings)
            try await cluster.up("--config", try cluster.directory.write(configuration, to: "audit.yaml"))
            let node = try ZeroMQNode.start(name: "audit")
            var channels: [String: any RPCChannel] = [:]
            for service in HouseholdAudit.services {
                channels[service] = try await ZeroMQChannel.connect(
                    to: .ipc(path: cluster.paths.socket(of: service)), name: "audit", target: service, node: node,
                    runtime: SystemRuntime.shared, pathPrefix: ServicePaths.socketPrefix)
            }
            let key = try #require(try OwnerKey.load(in: cluster.run))
            var stage = try await AuditFixture(channels: channels, proof: Data(key.bytes))
            try await stage.fill(
                playlist: try cluster.directory.write(films.playlist(HouseholdAudit.playlist), to: "list.m3u"),
                guide: try cluster.directory.write(HouseholdAudit.guide, to: "guide.xml"))
            let calls = try await stage.calls()
            let caller = calls.caller
            // What has become another's is told to the services one after the other.
            _ = try await comes {
                caller.forget()
                try await calls.all()
                return caller.leaks.isEmpty
            }
            for leak in caller.leaks { Issue.record("\(leak)") }
            // The same child with rules that hide what it has used, and a channel.
            let ruled = try await stage.callsUnderRules()
            _ = try await comes {
                ruled.caller.forget()
                try await ruled.all()
                return ruled.caller.leaks.isEmpty
            }
            for leak in ruled.caller.leaks { Issue.record("with rules: \(leak)") }
            let reading = Contract.all.flatMap { $0.service.requests }.filter { $0.safety == .readOnly }
            #expect(
                Set(reading.map { $0.fullMethod }).subtracting(caller.called) == [],
                "they need their place in AuditCalls")
            // That the words would be found: an adult is told them.
            let adult = AuditCaller(
                channels: channels, token: stage.token(.owner), secrets: [HouseholdAudit.secret])
            try await adult.send(Catalog.Search(text: "night"))
            try await adult.send(Profiles.ListFavourites())
            try await adult.send(PlaybackState.ListQueue())
            #expect(adult.leaks.count == 3)
            await node.shutDown()
            try await Self.auditByCommand(cluster)
        }
    }

    /// `hearth audit` finds nothing, and knows what it looks for: as the owner it is told the canaries.
    private static func auditByCommand(_ cluster: RealCluster) async throws {
        let canary = ["--titles", "50", "--canary", HouseholdAudit.secret]
        let child = try await cluster.hearth(
            "audit", "--profile", "Kids", "--seed", "1", canary[0], canary[1], canary[2], canary[3])
        #expect(child.code == 0, "\(child.out)\(child.err)")
        #expect(child.out.contains("12 are hidden, 12 of them were asked for"), "\(child.out)")
        let adult = try await cluster.hearth("audit", "--profile", "Adult", canary[2], canary[3])
        #expect(adult.code == 1)
        for method in ["Catalog/Search", "Profiles/ListFavourites", "PlaybackState/ListQueue"] {
            #expect(
                adult.out.contains("\(method) "), "\(method) tells the adult no canary: \(adult.out)")
        }
    }
}

/// Fills a household, and knows what is where in it.
struct AuditFixture {
    enum Person { case owner, child }

    private let channels: [String: any RPCChannel]
    private var tokens: [Person: AccessToken]
    private let proof: Data
    private let child: String
    private let catalog: RPCClient<Catalog>
    private let options: CallOptions
    private var others = HouseholdAudit.Others()

    func token(_ person: Person) -> AccessToken { tokens[person] ?? AccessToken("") }

    init(channels: [String: any RPCChannel], proof: Data) async throws {
        (self.channels, self.proof) = (channels, proof)
        let profiles = RPCClient<Profiles>(try #require(channels["profiles"]))
        var options = CallOptions(timeout: TestTimeout.longest, waitForReady: true)
        let owner = try await profiles.send(Profiles.LocalOwner(proof: proof), options: options)
        options.token = AccessToken(owner.token)
        self.options = options
        let all = try await profiles.send(Profiles.ListProfiles(), options: options).profiles
        let child = try #require(all.first { $0.kind == .kids })
        self.child = child.id
        let kids = try await profiles.send(Profiles.LocalOwner(proof: proof, profile: child.id), options: options)
        tokens = [.owner: AccessToken(owner.token), .child: AccessToken(kids.token)]
        catalog = RPCClient(try #require(channels["catalog"]))
    }

    private func send<Request: RPCRequest>(
        _ request: Request, to service: String, as person: Person = .owner
    ) async throws -> Request.Response {
        var options = options
        options.token = token(person)
        return try await RPCClient<Request.Service>(try #require(channels[service])).send(request, options: options)
    }

    private func take(_ job: String) async throws {
        for try await item in try await catalog.stream(Catalog.FollowImport(job: job), options: options)
        where item.state.isEnd { return }
    }

    /// Puts titles in every corner.
    mutating func fill(playlist: String, guide: String) async throws {
        let list = try await catalog.upload(
            Catalog.ImportPlaylist(source: "list", file: "list.m3u"), from: playlist, options: options)
        try await take(list.job)
        others.job = list.job
        let programmes = try await catalog.upload(
            Catalog.ImportGuide(source: "guide", file: "guide.xml"), from: guide, options: options)
        try await take(programmes.job)
        try await switchSyncOn()
        // TMDB's marks come in the background.
        let isMarked = try await comes {
            try await send(Catalog.Search(text: "\(HouseholdAudit.secret)soft"), to: "catalog").hits.first?.isAdult
                == true
        }
        try #require(isMarked, "TMDB's mark for erotica does not arrive")
        let all = try await titles()
        let hidden = all.filter {
            $0.title.hasPrefix(HouseholdAudit.secret) && $0.kind != .channel && $0.kind != .episode
        }
        let later = try #require(hidden.first { $0.title.hasPrefix("\(HouseholdAudit.secret)later") }).id
        for person in [Person.owner, .child] {
            let titles = person == .owner ? hidden.map(\.id) : [later]
            for (index, id) in titles.enumerated() {
                try await use(id, index, as: person)
            }
        }
        others.link = try await send(
            ReadingList.SaveLink(
                url: "https://\(HouseholdAudit.secret).example/page", title: "\(HouseholdAudit.secret)link",
                tags: ["\(HouseholdAudit.secret)tag"]), to: "reading-list"
        ).link.id
        for id in HouseholdAudit.outside { _ = try await send(Profiles.AddFavourite(content: id), to: "profiles") }
        _ = try await send(Catalog.NoteSearch(text: "\(HouseholdAudit.secret)film"), to: "catalog")
        // Children could see it, and the child has it everywhere; now they cannot.
        var changes = TitleChanges()
        changes.rating = .r
        let made = try await send(Catalog.CorrectTitle(id: later, changes: changes), to: "catalog")
        if let job = made.job { try await take(job) }
    }

    /// Has both profiles sync, and playback-state know it.
    private func switchSyncOn() async throws {
        let sync = [SettingChange(.enableCloudSync, .boolean(true))]
        _ = try await send(Profiles.ChangeSettings(sync), to: "profiles")
        _ = try await send(Profiles.ChangeSettings(sync, profile: child), to: "profiles")
        for person in [Person.owner, .child] {
            let isOn = try await comes {
                try await send(PlaybackState.GetSyncStatus(), to: "playback-state", as: person).state == .on
            }
            try #require(isOn, "playback-state does not hear that \(person) syncs")
        }
    }

    /// Has a profile use a title in every way.
    private mutating func use(_ id: ContentID, _ index: Int, as person: Person) async throws {
        let card = try #require(try await send(Catalog.GetCards(ids: [id]), to: "catalog").cards.first)
        _ = try await send(Profiles.AddFavourite(content: id), to: "profiles", as: person)
        // A conflict about it, which a device has lost.
        var late = ProfileOperation(id: "late-\(index)", number: 1, clock: 1, elapsedMilliseconds: 0)
        late.favourite = OfflineFavourite(content: id, isFavourite: false)
        _ = try await send(Profiles.PushChanges(device: "phone", operations: [late]), to: "profiles", as: person)
        _ = try await send(
            Scheduler.SetShow(
                content: id, approval: .yes, isMaybe: true, moods: ["\(HouseholdAudit.secret)mood"]), to: "scheduler",
            as: person)
        guard card.kind == .movie else { return }
        _ = try await send(PlaybackState.AddToQueue(content: id), to: "playback-state", as: person)
        let device = "\(person)-\(index)"
        let playing = try await send(
            PlaybackState.Play(content: id, device: device), to: "playback-state", as: person)
        let report = ProgressReport(
            session: playing.session, elapsedMilliseconds: 1, position: 600, duration: 6_000, state: .playing)
        _ = try await send(PlaybackState.ReportProgress(reports: [report]), to: "playback-state", as: person)
        let hour = person == .owner ? 10 + index : 8 - index
        let slot = try await send(
            Scheduler.BookSlot(start: "2031-03-25T\(hour < 10 ? "0" : "")\(hour):00", minutes: 50, content: id),
            to: "scheduler", as: person)
        others.slots.append(slot.id)
        let started = try await send(Downloads.Start(content: id), to: "downloads", as: person)
        others.downloads += started.downloads.map(\.download.id)
    }

    /// Has the child use a title that it may see, gives it rules that hide that one and the channel, and signs it in again.
    mutating func callsUnderRules() async throws -> AuditCalls {
        let all = try await titles()
        let nights = try #require(all.first { $0.title == "Harbour Nights" })
        let channel = try #require(all.first { $0.title == "Beacon News" })
        try await use(nights.id, 2, as: .child)
        var (words, name) = (ViewingRule(.block), ViewingRule(.block))
        (words.words, name.title) = ("nights", channel.id)
        let rules = ViewingRules([words, name, ViewingRule(.allow, group: "Drama")], otherwise: .allowUnrated)
        _ = try await send(Profiles.SetViewingRules(profile: child, rules: rules), to: "profiles")
        let isApplied = try await comes {
            try await send(Profiles.GetViewingRules(profile: child), to: "profiles").isApplied
        }
        try #require(isApplied, "the catalog does not apply the rules")
        let signIn = Profiles.LocalOwner(proof: proof, profile: child)
        let session = try await send(signIn, to: "profiles")
        tokens[.child] = AccessToken(session.token)
        // What is not hidden is there still.
        let seen = try await send(
            Catalog.Search(text: "harbour", kinds: [.movie]), to: "catalog", as: .child
        ).hits.map(\.title)
        #expect(seen == ["The Harbour"])
        let calls = try await calls()
        let hidden = calls.hidden + [nights.id, channel.id]
        let caller = AuditCaller(
            channels: channels, token: token(.child),
            secrets: [HouseholdAudit.secret, nights.title, channel.title] + hidden.map(\.rawValue))
        return AuditCalls(
            caller: caller, hidden: hidden, seen: calls.seen.filter { !hidden.contains($0) }, channel: channel.id,
            others: others, words: HouseholdAudit.words + ["nights", "beacon"])
    }

    private func titles() async throws -> [Card] {
        let kinds: [ContentKind] = [.movie, .series, .episode, .channel]
        let request = Catalog.Search(text: "", kinds: kinds, page: PageRequest(size: 200))
        return try await send(request, to: "catalog").hits
    }

    /// What the child calls.
    ///
    /// - Parameter ways: the ways to the services; nil for those to their sockets.
    func calls(over ways: [String: any RPCChannel]? = nil) async throws -> AuditCalls {
        let all = try await titles()
        let hidden = all.filter {
            $0.title.lowercased().contains(HouseholdAudit.secret) || $0.rating == .r || $0.isAdult
        }
        let seen = all.filter { card in !hidden.contains { $0.id == card.id } }
        try #require(hidden.count == 10 && seen.count == 5, "\(all.map(\.title))")
        let channel = try #require(seen.first { $0.kind == .channel }).id
        let caller = AuditCaller(
            channels: ways ?? channels, token: token(.child),
            secrets: [HouseholdAudit.secret] + hidden.map(\.id.rawValue))
        return AuditCalls(
            caller: caller, hidden: hidden.map(\.id), seen: seen.map(\.id), channel: channel, others: others,
            words: HouseholdAudit.words)
    }
}
