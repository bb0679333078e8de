import CatalogAPI
import DownloadsAPI
import Foundation
import HearthModel
import MetadataGatewayAPI
import PlaybackStateAPI
import ProfilesAPI
import RPC
import RPCDiagnostics
import ReadingListAPI
import SchedulerAPI
import SchemaTool
import Synchronization
import TestSupport

/// Calls every method of every service, one after the other, as the owner of a new household: those with a line here, and the
/// other ones that read with samples.
///
/// A service of an older build may lack methods of `sys`: those are left out. What a household is used by must be there.
final class AllMethodsScenario: Sendable {
    /// The files that are sent to the services.
    struct Files: Sendable {
        var playlist: String
        var guide: String
        var links: String
    }

    private struct State {
        var called: Set<String> = []
        var absent: Set<String> = []
        var token: AccessToken?
    }

    private let proof: Data
    private let files: Files
    private let channel: @Sendable (String) throws -> any RPCChannel
    private let state = Mutex(State())

    init(proof: Data, files: Files, channel: @escaping @Sendable (String) throws -> any RPCChannel) {
        (self.proof, self.files, self.channel) = (proof, files, channel)
    }

    /// The methods that have answered.
    var called: Set<String> { state.withLock { $0.called } }

    /// The methods that the service which was asked does not have.
    var absent: Set<String> { state.withLock { $0.absent } }

    /// Goes through all of it.
    ///
    /// - Throws: the first call's failure that should not have failed.
    func play() async throws {
        try await profiles()
        let title = try await catalog()
        try await favourites(title)
        try await playback(title)
        try await queue(title)
        try await sync(title)
        try await reading()
        try await schedule(title)
        try await metadata()
        try await downloads(title)
        try await quarantine()
        try await backup()
        try await samples(title)
        try await system()
    }

    /// The other methods that read, called with samples: a new one needs a line of its own only where that is not enough.
    private func samples(_ title: ContentID) async throws {
        for contract in Contract.all where contract.service is any ServiceContract.Type {
            for method in contract.service.requests where method.safety == .readOnly {
                if called.contains(method.fullMethod) { continue }
                let channel = try channel(process(of: contract.service))
                do {
                    _ = try await RequestSamples(about: title).call(method, over: channel, options: options)
                    state.withLock { _ = $0.called.insert(method.fullMethod) }
                } catch let error as RPCError where error.code == .unimplemented {
                    state.withLock { _ = $0.absent.insert(method.fullMethod) }
                }
            }
        }
    }

    /// The process that is asked: the contract's own, or one of those that have it.
    private func process(of contract: any RPCService.Type) -> String {
        if let contract = contract as? any ServiceContract.Type { return contract.serviceName }
        return contract.name == Quarantine.name ? ReadingList.serviceName : Profiles.serviceName
    }

    private var options: CallOptions {
        CallOptions(timeout: TestTimeout.longest, token: state.withLock { $0.token }, waitForReady: true)
    }

    @discardableResult
    func send<Request: RPCRequest>(_ request: Request) async throws -> Request.Response {
        let client = RPCClient<Request.Service>(try channel(process(of: Request.Service.self)))
        let response = try await client.send(request, options: options)
        state.withLock { _ = $0.called.insert(Request.fullMethod) }
        return response
    }

    /// Sends a file with a request.
    func upload<Request: RPCClientStream>(
        _ request: Request, _ path: String
    ) async throws -> Request.Response where Request.RequestItem == UploadPiece {
        let client = RPCClient<Request.Service>(try channel(process(of: Request.Service.self)))
        let response = try await client.upload(request, from: path, options: options)
        state.withLock { _ = $0.called.insert(Request.fullMethod) }
        return response
    }

    /// Sends what the last release does not know: of a service of an older build it is noted as absent.
    func sendUnlessAbsent<Request: RPCRequest>(_ request: Request) async throws {
        do {
            _ = try await send(request)
        } catch let error as RPCError where error.code == .unimplemented {
            state.withLock { _ = $0.absent.insert(Request.fullMethod) }
        }
    }

    /// Reads a stream that the last release does not know: of a service of an older build it is noted as absent.
    func readUnlessAbsent<Request: RPCServerStream>(
        _ request: Request, until isLast: (Request.ResponseItem) -> Bool
    ) async throws {
        do {
            try await read(request, until: isLast)
        } catch let error as RPCError where error.code == .unimplemented {
            state.withLock { _ = $0.absent.insert(Request.fullMethod) }
        }
    }

    /// A call that is refused belongs to what a client has to read, too.
    func refused(_ request: some RPCRequest, _ code: RPCCode) async throws {
        do { _ = try await send(request) } catch let error as RPCError where error.code == code { return }
        throw RPCError(.internal, "\(request) is not refused with \(code).")
    }

    /// Counts methods as called, or as absent.
    func note(_ methods: [any RPCMethod.Type], isAbsent: Bool) {
        let names = methods.map { $0.fullMethod }
        state.withLock { if isAbsent { $0.absent.formUnion(names) } else { $0.called.formUnion(names) } }
    }

    /// A method that needs more than a new household has: its refusal is its response.
    func refusedHere<Request: RPCRequest>(_ request: Request, _ code: RPCCode) async throws {
        try await refused(request, code)
        state.withLock { _ = $0.called.insert(Request.fullMethod) }
    }

    /// Reads a stream up to an item; leaves it when it goes on after that.
    @discardableResult
    func read<Request: RPCServerStream>(
        _ request: Request, until isLast: (Request.ResponseItem) -> Bool
    ) async throws -> Request.ResponseItem? {
        let client = RPCClient<Request.Service>(try channel(process(of: Request.Service.self)))
        var options = options
        options.timeout = nil
        for try await item in try await client.stream(request, options: options) where isLast(item) {
            state.withLock { _ = $0.called.insert(Request.fullMethod) }
            return item
        }
        throw RPCError(.internal, "\(request) has ended too early.")
    }
}

extension AllMethodsScenario {
    func signIn() async throws {
        let session = try await send(Profiles.LocalOwner(proof: proof))
        state.withLock { $0.token = AccessToken(session.token) }
    }

    private func profiles() async throws {
        try await signIn()
        try await refused(Profiles.LocalOwner(proof: Data(proof.reversed())), .unauthenticated)
        try await sendUnlessAbsent(Profiles.CreateHousehold(proof: proof, household: "lake-house"))
        try await send(Profiles.GetKeys())
        try await send(Profiles.ListProfiles())
        let guest = try await send(Profiles.CreateProfile(name: "Guest", kind: .adult))
        try await send(Profiles.RenameProfile(profile: guest.id, name: "Visitor"))
        try await send(Profiles.SwitchProfile(profile: guest.id))
        try await refused(Profiles.RenameProfile(profile: guest.id, name: ""), .invalidArgument)
        try await send(Profiles.DeleteProfile(profile: guest.id))
        try await refused(Profiles.SwitchProfile(profile: guest.id), .notFound)
        try await send(Profiles.GetHousehold())
        try await send(
            Profiles.SetHouseholdOptions(name: "Harbour Street", timeZone: "Europe/Berlin", region: "DE"))
        for theme in [SettingValue.text("light"), nil] {
            try await sendUnlessAbsent(Profiles.ChangeSettings([SettingChange(.theme, theme)]))
        }
        try await sendUnlessAbsent(Profiles.DescribeSettings())
        try await sendUnlessAbsent(Profiles.GetSettings())
        try await limits()
        // What the owner may see is in the next token.
        for hides in [true, false] {
            try await sendUnlessAbsent(Profiles.AnswerAdultPrompt(hide: hides))
            try await signIn()
        }
        if let kids = try await send(Profiles.ListProfiles()).profiles.first(where: { $0.kind == .kids }) {
            for rules in [ViewingPreset.all.first?.rules, nil] {
                try await sendUnlessAbsent(Profiles.SetViewingRules(profile: kids.id, rules: rules))
                try await sendUnlessAbsent(Profiles.GetViewingRules(profile: kids.id))
            }
        }
        try await send(Profiles.SetPIN(pin: "4711"))
        try await send(Profiles.SetPIN(pin: nil, current: "4711"))
        try await devices { try await signIn() }
        try await read(Profiles.FollowEvents()) { $0.snapshot != nil }
        try await members()
        try await plans()
    }

    private func limits() async throws {
        let list = try await send(Profiles.ListProfiles())
        guard let kids = list.profiles.first(where: { $0.kind == .kids })?.id else { return }
        for limits in [ParentalLimits(weekdayMinutes: 60), nil] {
            try await sendUnlessAbsent(Profiles.SetLimits(profile: kids, limits: limits))
            if limits != nil { try await grants(to: kids) }
        }
        try await sendUnlessAbsent(Profiles.GetLimits(profile: kids))
        try await sendUnlessAbsent(Profiles.SetRelock())
    }

    /// - Returns: a film that can be played.
    private func catalog() async throws -> ContentID {
        let playlist = try await upload(Catalog.ImportPlaylist(source: "list", file: "list.m3u"), files.playlist)
        try await read(Catalog.FollowImport(job: playlist.job)) { $0.state.isEnd }
        try await send(Catalog.GetImport(job: playlist.job))
        let guide = try await upload(Catalog.ImportGuide(source: "guide", file: "guide.xml"), files.guide)
        try await read(Catalog.FollowImport(job: guide.job)) { $0.state.isEnd }
        try await send(Catalog.CancelImport(job: guide.job))
        try await send(Catalog.ListSources())
        try await read(Catalog.FollowEvents()) { $0.snapshot != nil }
        try await refused(Catalog.GetTitle(id: ContentID(rawValue: "mv_unknown")), .notFound)
        let films = try await send(Catalog.Search(text: "harbour", kinds: [.movie], sort: .title))
        try await read(Catalog.ListTitles()) { !$0.cards.isEmpty }
        let series = try await send(Catalog.Search(text: "", kinds: [.series]))
        let channels = try await send(Catalog.Search(text: "", kinds: [.channel], sort: .number))
        guard let film = films.hits.first?.id, let serial = series.hits.first?.id, let news = channels.hits.first?.id
        else { throw RPCError(.internal, "The playlist was not taken in.") }
        try await send(Catalog.GetTitle(id: film))
        try await send(Catalog.ListEpisodes(series: serial))
        try await send(Catalog.ListSeriesEpisodes(series: [serial, film]))
        try await send(Catalog.GetCards(ids: [film, serial, news]))
        let stream = try await send(Catalog.ResolveStream(id: film))
        try await sendUnlessAbsent(Catalog.ReportStream(id: film, variant: stream.variant, outcome: .failed))
        try await sendUnlessAbsent(Catalog.ReportStream(id: film, variant: stream.variant, outcome: .worked))
        try await send(Catalog.NowNext(at: ScenarioFiles.evening))
        try await read(Catalog.ListOnAir(at: ScenarioFiles.evening)) { $0.channels.contains { $0.title != nil } }
        try await send(
            Catalog.GuideGrid(
                channels: [news], from: ScenarioFiles.evening, until: ScenarioFiles.evening.addingTimeInterval(7_200)))
        try await send(Catalog.Explain(id: film))
        try await search(film, news)
        try await corrections(film: film, series: serial, channel: news)
        try await sources()
        let undone = try await send(Catalog.UndoImport(source: "guide", job: guide.job))
        try await read(Catalog.FollowImport(job: undone.job)) { $0.state.isEnd }
        let removal = try await send(Catalog.RemoveSource(source: "guide"))
        try await read(Catalog.FollowImport(job: removal.job)) { $0.state.isEnd }
        return film
    }

    private func favourites(_ title: ContentID) async throws {
        try await send(Profiles.AddFavourite(content: title))
        try await send(Profiles.ListFavourites(order: .title))
        try await send(Profiles.RemoveFavourite(content: title))
    }

    private func playback(_ title: ContentID) async throws {
        let playing = try await send(PlaybackState.Play(content: title, device: "tour"))
        let report = ProgressReport(
            session: playing.session, elapsedMilliseconds: 1, position: 600, duration: 6_000, state: .playing)
        try await send(PlaybackState.ReportProgress(reports: [report]))
        try await send(PlaybackState.ListActive())
        try await read(PlaybackState.FollowActivity()) { $0.snapshot != nil }
        try await whilePlaying(playing)
        try await send(PlaybackState.EndSession(session: playing.session))
        try await send(PlaybackState.GetProgress(contents: [title]))
        try await send(PlaybackState.HideFromContinueWatching(content: title))
        try await send(PlaybackState.MarkWatched(contents: [title]))
        try await send(PlaybackState.MarkUnwatched(contents: [title]))
        try await send(PlaybackState.ListHistory())
        try await sendUnlessAbsent(
            PlaybackState.ImportPlays(plays: [ImportedPlay(watched: "2026-01-31T20:15:00Z", content: title)]))
        try await sendUnlessAbsent(PlaybackState.WhoWatched(contents: [title]))
        try await send(PlaybackState.RemoveHistory(everything: true))
        try await slotsAndStreams()
    }

    private func queue(_ title: ContentID) async throws {
        let episodes = try await send(Catalog.Search(text: "", kinds: [.episode], sort: .title)).hits.map(\.id)
        guard let first = episodes.first else { throw RPCError(.internal, "There are no episodes.") }
        try await send(PlaybackState.AddToQueue(content: title))
        try await send(PlaybackState.AddToQueue(content: first, place: .next))
        try await send(PlaybackState.MoveInQueue(content: first, position: 1))
        try await send(PlaybackState.ReorderQueue(contents: [first, title]))
        try await send(PlaybackState.ListQueue())
        try await send(PlaybackState.IsQueued(content: first))
        try await send(PlaybackState.NextInQueue())
        try await send(PlaybackState.RemoveFromQueue(content: first))
        try await suggestions(title)
        try await send(PlaybackState.ClearQueue())
        try await sendUnlessAbsent(PlaybackState.GetNextUp(content: first))
        try await sendUnlessAbsent(PlaybackState.SetNextUpRule(series: first, rule: .firstUnwatched))
        try await sendUnlessAbsent(PlaybackState.CompleteTitle(content: first))
    }

    private func reading() async throws {
        let saved = try await send(
            ReadingList.SaveLink(url: "https://harbour.example/boats", title: "Boats", tags: ["sea"], source: "tour"))
        try await refused(ReadingList.SaveLink(url: "no address"), .invalidArgument)
        let ids = [saved.link.id]
        try await send(ReadingList.GetLink(id: saved.link.id))
        try await send(ReadingList.MarkLinks(ids: ids, status: .read))
        try await send(ReadingList.StarLinks(ids: ids, isFeatured: true))
        try await send(ReadingList.TagLinks(ids: ids, add: ["wood"], remove: ["sea"]))
        try await send(ReadingList.EditLink(id: saved.link.id, note: "The one with the photographs"))
        try await send(ReadingList.CorrectTypes(id: saved.link.id, types: [.video], forSite: true))
        try await send(ReadingList.ListSiteRules())
        try await send(ReadingList.RemoveSiteRule(domain: saved.link.domain))
        let deleted = try await send(ReadingList.DeleteLinks(ids: ids))
        try await send(ReadingList.UndoDelete(deletion: deleted.deletion ?? ""))
        let job = try await upload(ReadingList.ImportLinks(file: "links.txt"), files.links).job
        try await read(ReadingList.FollowLinkImport(job: job)) { $0.state.isEnd }
        try await send(ReadingList.GetLinkImport(job: job))
        try await send(ReadingList.CancelLinkImport(job: job))
        try await send(ReadingList.ListLinks(order: .title))
    }

    private func schedule(_ title: ContentID) async throws {
        let window = try await send(Scheduler.AddWindow(dayOfWeek: 5, start: "20:00", end: "01:00", label: "Late"))
        var wider = Scheduler.EditWindow(id: window.id, version: window.version)
        wider.start = "19:00"
        let changed = try await send(wider)
        try await refused(wider, .aborted)
        try await send(Scheduler.ListWindows())
        try await send(Scheduler.SetShow(content: title, approval: .yes, moods: ["calm"]))
        try await send(Scheduler.ListShows())
        let quiz = try await send(
            Scheduler.BookSlot(start: "2031-03-28T19:00", minutes: 60, rule: "FREQ=WEEKLY;BYDAY=FR", label: "Quiz"))
        try await refused(Scheduler.BookSlot(start: "2031-04-04T19:30", minutes: 60), .failedPrecondition)
        var move = Scheduler.EditSlot(id: quiz.id, version: quiz.version)
        move.minutes = 45
        let moved = try await send(move)
        try await send(Scheduler.GetSlot(id: quiz.id))
        try await send(Scheduler.RemoveSlot(id: quiz.id, version: moved.version, day: "2031-04-04"))
        try await send(Scheduler.GenerateWeek(first: "2031-03-24", seed: 1))
        let film = try await send(Scheduler.BookSlot(start: "2031-03-29T20:00", minutes: 95, content: title))
        try await send(Scheduler.GetWeek(first: "2031-03-24"))
        try await send(Scheduler.ExportCalendar(first: "2031-03-24"))
        try await send(Scheduler.VetoSlot(id: film.id, version: film.version))
        try await send(Scheduler.RemoveWindow(id: window.id, version: changed.version))
    }

    private func system() async throws {
        try await send(Sys.Ping())
        try await send(Sys.GetInfo())
        try await send(Sys.GetHealth())
        let methods = Set(try await send(Sys.GetSchema()).methods.map(\.name))
        /// Runs a step whose method an older build may lack.
        func step<Method: RPCMethod>(_ method: Method.Type, _ body: () async throws -> Void) async throws {
            if methods.contains(Method.fullMethod) { return try await body() }
            state.withLock { _ = $0.absent.insert(Method.fullMethod) }
        }
        try await step(Sys.GetStats.self) { try await send(Sys.GetStats()) }
        try await step(Sys.WatchHealth.self) { try await read(Sys.WatchHealth()) { _ in true } }
        try await step(Sys.GetPeers.self) { try await send(Sys.GetPeers()) }
        try await step(Sys.ListCalls.self) { try await send(Sys.ListCalls(limit: 10)) }
        try await step(Sys.GetTraces.self) { try await send(Sys.GetTraces()) }
        try await step(Sys.GetMetrics.self) {
            // The sockets are the executable's own, so that only here can be seen that they are reported.
            let dropped = try await send(Sys.GetMetrics()).metrics.filter { $0.name == "rpc_peers_dropped_total" }
            guard dropped.count == 3, dropped.allSatisfy({ $0.value == 0 }) else {
                throw RPCError(.internal, "Of the clients that were dropped is said: \(dropped).")
            }
        }
        try await step(Sys.GetSpans.self) { try await send(Sys.GetSpans(trace: String(repeating: "ab", count: 16))) }
        try await step(Sys.SetLogLevel.self) {
            try await send(Sys.SetLogLevel(level: "debug", seconds: 60))
            try await refused(Sys.SetLogLevel(level: "loud"), .invalidArgument)
        }
        try await step(Sys.InjectFault.self) {
            try await send(Sys.InjectFault(name: "tour", pattern: "*/GetHousehold", kind: .refuse))
            try await refused(Profiles.GetHousehold(), .resourceExhausted)
        }
        try await step(Sys.ListFaults.self) { try await send(Sys.ListFaults()) }
        try await step(Sys.ClearFaults.self) { try await send(Sys.ClearFaults()) }
        try await send(Sys.Drain())
    }
}
