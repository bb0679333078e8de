internal import CatalogAPI
internal import CatalogFormats
internal import CatalogRecognition
internal import Foundation
internal import GRDB
internal import ServiceKit
internal import TextFolding

/// Fetches programmes of a panel's channels that its guide (`xmltv.php`) lacks: channel by channel, one after the
/// other, a few at each refresh, the longest not requested first.
struct XtreamGuideFetcher: Sendable {
    private let context: JobContext
    private let panel: Feed
    private let fetching: JobFetcher

    /// A channel whose programmes may be requested.
    private struct Channel: Sendable {
        /// The panel's id of the stream.
        var stream: String
        var guideID: String?
        var names: [String]
        var title: String
        var country: String?
        /// When it was last requested, in milliseconds since 1970.
        var requested: Int64
    }

    /// The programmes of one channel.
    struct ChannelProgrammes: Sendable {
        /// The channel's id in the guide.
        var guideID: String
        /// The channel's title.
        var title: String
        var programmes: [XtreamProgramme]
    }

    /// The channels to request.
    private var pending: ArraySlice<Channel> = []
    /// The requests that the panel may support.
    private var actions = Self.actions[...]
    /// Consecutive channels without a response.
    private var refused = 0

    /// - Parameter panel: the panel's feed.
    init(context: JobContext, panel: Feed, fetching: JobFetcher) {
        (self.context, self.panel, self.fetching) = (context, panel, fetching)
    }

    /// Chooses the channels to request.
    ///
    /// - Parameters:
    ///   - covered: the guide's channels with programmes in its file.
    ///   - source: the guide.
    mutating func begin(covered: Set<String>, source: Int64, generation: Int64) async throws {
        let channels = try await uncovered(covered, source: source, generation: generation)
        pending = channels.prefix(context.limits.guidesPerRefresh)[...]
    }

    /// Fetches the programmes of the next channel.
    ///
    /// - Returns: nil when there are no more, or the panel does not answer.
    /// - Throws: ``JobAbort`` when the job is cancelled.
    mutating func next() async throws -> ChannelProgrammes? {
        while let channel = pending.popFirst() {
            try context.checkCancellation()
            let found: [XtreamProgramme]?
            do {
                found = try await programmes(of: channel)
                refused = 0
            } catch JobAbort.unreachable(_, let failure) {
                // The panel may fail for this channel only: it goes to the end of the queue, too.
                try await note(channel)
                refused += 1
                guard failure.affectsOneRequest, refused < Self.maximumRefused else { return nil }
                continue
            }
            // Also a channel without programmes goes to the end of the queue.
            try await note(channel)
            return found.map {
                ChannelProgrammes(
                    guideID: channel.guideID ?? "xtream:\(channel.stream)", title: channel.title, programmes: $0)
            }
        }
        return nil
    }

    /// The programmes of a channel; nil when the panel supports no request for them.
    private mutating func programmes(of channel: Channel) async throws -> [XtreamProgramme]? {
        let zone = panel.account?.timeZone.flatMap { TimeZone(identifier: $0) } ?? .gmt
        while let action = actions.first {
            if let found = XtreamProgramme.programmes(response: try await response(action, channel), zone: zone) {
                return found
            }
            // A panel that does not support one request may support the other.
            actions.removeFirst()
        }
        return nil
    }

    /// All programmes of a channel, or the next few.
    private static let actions = ["get_simple_data_table", "get_short_epg"]

    /// The most consecutive channels without a response: then the panel is in trouble, and not the channels.
    private static let maximumRefused = 10

    private func response(_ action: String, _ channel: Channel) async throws -> [UInt8] {
        try await fetching.bytes(try XtreamEndpoint(panel).api(action, [("stream_id", channel.stream)]))
    }

    // MARK: Channels to request

    /// The panel's channels without programmes in its guide or any other, the longest pending first. An expired guide
    /// has none.
    private func uncovered(
        _ covered: Set<String>, source: Int64, generation: Int64
    ) async throws -> [Channel] {
        let now = context.now / 1_000
        let (channels, guides, live) = try await context.read { [panel] db in
            (
                try Self.channels(of: panel.name, db), try GuideStore.channels(db),
                try GuideStore.live(at: now, generation: generation, db)
            )
        }
        let index = GuideIndex(guides, live: live)
        let known = Dictionary(guides.map { ($0.id, $0) }) { first, _ in first }
        let found = channels.filter { channel in
            let match = index.match(guideID: channel.guideID, names: channel.names, country: channel.country)
            guard let guide = match.flatMap({ known[$0.channel] }), live.contains(guide.id) else { return true }
            // Programmes of single channels fetched before are in this guide, too, but not in its file.
            return guide.source == source && !covered.contains(guide.name)
        }
        // Links of one channel have one guide.
        var guideIDs: Set<String> = []
        let each = found.filter { channel in channel.guideID.map { guideIDs.insert($0).inserted } ?? true }
        return each.sorted { ($0.requested, $0.stream.count, $0.stream) < ($1.requested, $1.stream.count, $1.stream) }
    }

    private static func channels(of panel: String, _ db: Database) throws -> [Channel] {
        let requested = try Row.fetchAll(
            db, sql: "SELECT stream, asked FROM panelGuide WHERE feed = ?", arguments: [panel])
        let times = Dictionary(requested.map { ($0[0] as String, $0[1] as Int64) }) { first, _ in first }
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT e.guideID, e.guideName, e.title, e.country, e.url FROM source s
                CROSS JOIN entry e INDEXED BY entry_by_source ON e.source = s.id AND e.died = \(Generation.never)
                    AND e.lost = \(Generation.never)
                WHERE s.name = ? AND e.kind = \(KindBit.channel)
                """, arguments: [panel])
        return rows.compactMap { row in
            let (name, title): (String?, String) = (row[1], row[2])
            guard let stream = stream(in: row[4]) else { return nil }
            return Channel(
                stream: stream, guideID: row[0], names: [name, title].compactMap(\.self), title: title,
                country: row[3], requested: times[stream] ?? 0)
        }
    }

    /// The panel's stream id in the address of a channel: `…/live/user/password/11.ts`.
    private static func stream(in address: String) -> String? {
        let name = address.split(separator: "/").last?.split(separator: ".").first.map(String.init)
        return name.flatMap { !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) ? $0 : nil }
    }

    /// Records the request for a channel, whatever its outcome.
    private func note(_ channel: Channel) async throws {
        if context.record.isDryRun { return }
        let now = context.now
        try await context.write { [panel] db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO panelGuide (feed, stream, asked) VALUES (?, ?, ?)",
                arguments: [panel.name, channel.stream, now])
        }
    }
}
