internal import CatalogAPI
internal import Foundation
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import Synchronization

/// What is on the channels that are being watched: asked of the catalog's guide at most once a programme, with the caller's
/// own token, and kept in memory.
final class ChannelProgrammes: Sendable {
    private let catalog: PlayingCatalog
    private let runtime: any Runtime
    private let entries = Mutex<[Key: Entry]>([:])

    /// Callers with the same policy are told the same: the guide hides programmes from some.
    private struct Key: Hashable {
        var household: String
        var channel: ContentID
        /// Of a past programme that is played; nil for what is on now.
        var start: Date?
        var titles: Int64
        var live: Int64
    }

    private struct Entry {
        /// Nil when the guide has nothing.
        var programme: PlayingProgramme?
        /// Until when it is believed, in milliseconds since 1970.
        var until: Int64
    }

    init(catalog: PlayingCatalog, runtime: any Runtime) { (self.catalog, self.runtime) = (catalog, runtime) }

    /// A session with what is on, or the past programme that is played, as far as the caller may see it; one of another
    /// title as it is.
    func fill(_ session: ActiveSession, for viewer: Viewer, _ call: ServerCall) async -> ActiveSession {
        guard session.card?.kind == .channel else { return session }
        var session = session
        session.programme = await programme(
            on: session.content, since: session.programme?.start, for: viewer, call)
        return session
    }

    /// The same of several.
    func fill(_ sessions: [ActiveSession], for viewer: Viewer, _ call: ServerCall) async -> [ActiveSession] {
        var filled: [ActiveSession] = []
        for session in sessions { filled.append(await fill(session, for: viewer, call)) }
        return filled
    }

    private func programme(
        on channel: ContentID, since start: Date?, for viewer: Viewer, _ call: ServerCall
    ) async -> PlayingProgramme? {
        let mask = viewer.policy.audienceMask
        let key = Key(
            household: viewer.household, channel: channel, start: start, titles: mask.titles, live: mask.live)
        let now = runtime.wallTime.millisecondsSince1970
        if let known = entries.withLock({ $0[key] }), now < known.until { return known.programme }
        let found = await catalog.programme(on: channel, at: start, for: call)
        let programme = found.map { PlayingProgramme(title: $0.title, start: $0.start, end: $0.stop) }
        let until = max(
            programme?.end.wholeMilliseconds ?? 0, now + PlaybackLimits.unknownProgrammeTime.wholeMilliseconds)
        entries.withLock { entries in
            // Those that are over are of no use; beyond the limit any.
            if entries.count >= PlaybackLimits.programmes { entries = entries.filter { $0.value.until > now } }
            if entries.count >= PlaybackLimits.programmes { entries = [:] }
            entries[key] = Entry(programme: programme, until: until)
        }
        return programme
    }
}
