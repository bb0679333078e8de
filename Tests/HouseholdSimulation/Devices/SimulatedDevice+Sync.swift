import ChaosHistory
import Foundation
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC

/// What a device has of a set that it pulls, and where it is.
struct PulledSet {
    var token: SyncToken?
    var values: Set<String> = []
}

extension SimulatedDevice {
    /// How often a device pushes what it got no response to.
    private static let pushes = 3
    /// The log entries of a page: few, so that changes come between two.
    private static let page: Int32 = 3

    // MARK: Pushes

    /// A favourite of an offline device. A visitor's profile syncs from now on; those of people do from the beginning.
    func pushFavourite(_ number: Int, as who: String, _ id: String) async -> Bool {
        guard who != Person.emil.rawValue else { return false }
        if run.visitors[who] != nil {
            let change = Profiles.ChangeSettings([SettingChange(.enableCloudSync, .boolean(true))])
            guard await call(change, as: who, on: "settings/\(who)") != nil else { return true }
        }
        let content = run.outsideTitle(number, of: who)
        if await push(content, isFavourite: true, as: who, id) { run.results[id] = .added(content) }
        return true
    }

    func pushUnfavour(_ add: String, as who: String, _ id: String) async -> Bool {
        guard case .added(let content)? = run.results[add], run.visitors[who] == nil else { return false }
        _ = await push(content, isFavourite: false, as: who, id)
        run.results[add] = nil
        return true
    }

    private func push(_ content: ContentID, isFavourite: Bool, as who: String, _ id: String) async -> Bool {
        guard let clock = await call(Profiles.GetSyncStatus(), as: who, on: "sync/\(who)")?.clock else { return false }
        var operation = ProfileOperation(id: id, number: 1, clock: clock, elapsedMilliseconds: 0)
        operation.favourite = OfflineFavourite(content: content, isFavourite: isFavourite)
        let action: Action = isFavourite ? .add(content.rawValue) : .remove(content.rawValue)
        return await push(
            Profiles.PushChanges(device: name, operations: [operation]), as: who, on: "favourites", action)
    }

    func pushMark(_ number: Int, as who: String, _ id: String) async -> Bool {
        // Titles without a card are for adults alone; a visitor's setting is not known here yet.
        guard who != Person.emil.rawValue, run.visitors[who] == nil else { return false }
        guard let clock = await call(PlaybackState.GetSyncStatus(), as: who, on: "sync/\(who)")?.clock else {
            return true
        }
        let content = run.outsideTitle(number, of: who)
        var operation = PlaybackOperation(id: id, number: 1, clock: clock, elapsedMilliseconds: 0)
        operation.mark = OfflineMark(content: content, isWatched: true)
        let request = PlaybackState.PushChanges(device: name, operations: [operation])
        if await push(request, as: who, on: "watched", .add(content.rawValue)) { run.results[id] = .added(content) }
        return true
    }

    /// Pushes one operation until it has a result, and records it as the call that it stands for.
    ///
    /// - Returns: whether it was applied.
    private func push<Request: RPCRequest>(
        _ request: Request, as who: String, on object: String, _ action: Action
    ) async -> Bool where Request.Response == SyncPushed {
        let id = run.recorder.begin(
            process: process(who), service: SimulatedHousehold.name(of: Request.Service.self), method: Request.method,
            object: "\(object)/\(who)", action: action)
        var outcome = Outcome.failed(code: "UNAUTHENTICATED", executed: .no)
        for attempt in 0..<Self.pushes {
            guard let result = await result(of: request, as: who, on: "sync/\(who)") else { break }
            switch result {
            case .success(let pushed):
                let result = pushed.results.first
                let isRefused = result?.outcome == .refused
                run.recorder.end(
                    id,
                    isRefused
                        ? .failed(code: result?.problem ?? "refused", executed: .no, message: result?.message ?? "")
                        : .ok(Observation()))
                if result?.outcome == .superseded {
                    run.report(
                        "sync-order", "superseded", "\(object)/\(who)", "\(action) lost against an earlier change")
                }
                return !isRefused
            case .failure(let error):
                // What an attempt before may have done is not undone by one that did nothing.
                let isKnown = attempt == 0 || error.executed != .no
                if isKnown { outcome = Outcome(error) }
                guard error.executed == .maybe else { break }
                continue
            }
            break
        }
        run.recorder.end(id, outcome)
        return false
    }

    // MARK: Pulls

    /// Pulls the favourites that have changed; what the device has then is what there is.
    func pullFavourites(as who: String) async -> Bool {
        await pull("favourites", as: who) { token in
            Profiles.PullChanges(device: name, token: token, kinds: [.favourite], limit: Self.page)
        } apply: { (page: ProfileChanges, pulled) in
            for change in page.changes {
                if change.isDeleted == true {
                    pulled.values.remove(change.key)
                } else {
                    pulled.values.insert(change.key)
                }
            }
            pulled.token = page.token
            return page.remaining == 0
        }
    }

    /// Pulls the marks that have changed: what is marked of the titles that are not in the library.
    func pullMarks(as who: String) async -> Bool {
        await pull("watched", as: who) { token in
            PlaybackState.PullChanges(device: name, token: token, kinds: [.mark], limit: Self.page)
        } apply: { (page: PlaybackChanges, pulled) in
            for change in page.changes where !ContentID(rawValue: change.key).isOfLibrary {
                let watched = change.mark?.watched ?? .distantPast
                if change.isDeleted != true, watched > change.mark?.unwatched ?? .distantPast {
                    pulled.values.insert(change.key)
                } else {
                    pulled.values.remove(change.key)
                }
            }
            pulled.token = page.token
            return page.remaining == 0
        }
    }

    /// Pulls page after page from where the device is, from the beginning where that is needed, and records one read.
    ///
    /// - Parameter apply: takes a page, and tells whether it was the last.
    private func pull<Request: RPCRequest>(
        _ object: String, as who: String, _ request: (SyncToken?) -> Request,
        apply: (Request.Response, inout PulledSet) -> Bool
    ) async -> Bool {
        let key = "\(object)/\(who)"
        let id = run.recorder.begin(
            process: process(who), service: SimulatedHousehold.name(of: Request.Service.self), method: Request.method,
            object: key, action: .read)
        while true {
            let pulled = pulledSets[key] ?? PulledSet()
            guard let result = await result(of: request(pulled.token), as: who, on: "sync/\(who)") else {
                run.recorder.end(id, .failed(code: "UNAUTHENTICATED", executed: .no))
                return false
            }
            switch result {
            case .success(let page):
                // Changes and token together, as a device stores them.
                var next = pulled
                let isLast = apply(page, &next)
                pulledSets[key] = next
                guard isLast else { continue }
                run.recorder.end(id, .ok(Observation(next.values.sorted())))
                return true
            case .failure(let error):
                if error.detail(SyncProblem.self)?.code == .fullSyncNeeded, pulled.token != nil {
                    pulledSets[key] = PulledSet()
                    continue
                }
                run.recorder.end(id, Outcome(error))
                return false
            }
        }
    }
}
