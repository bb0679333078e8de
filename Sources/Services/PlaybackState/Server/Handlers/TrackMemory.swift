internal import Access
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// Remembers the audio and subtitles that viewers choose.
struct TrackMemory: Sendable {
    private let store: PlaybackStore

    init(store: PlaybackStore) { self.store = store }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.SetTracks.self) { request, call in
            try await setTracks(request, call, for: call.viewer)
        }
    }

    private func setTracks(
        _ request: PlaybackState.SetTracks, _ call: ServerCall, for viewer: Viewer
    ) async throws -> Empty {
        let profile = try viewer.actingProfile
        let tracks = request.tracks
        for (field, language) in [
            ("tracks.audioLanguage", tracks.audioLanguage), ("tracks.subtitleLanguage", tracks.subtitleLanguage),
        ] {
            guard let language else { continue }
            guard Self.isTag(language) else {
                throw RPCError.invalidArgument(field, "must be a language by BCP 47, such as de or pt-BR.")
            }
        }
        let keyed = try store.keyed(call, profile, viewer)
        return try await store.shard(for: viewer).write(once: keyed, deadline: call.deadline) { db in
            let context = try SessionContext.read(request.session, of: profile, db)
            for viewer in context.viewers { try TrackTable.put(tracks, of: viewer.id, for: context.work, db) }
            return Empty()
        }
    }

    /// Whether a text has the form of a language's tag: letters, digits and hyphens (RFC 5646 section 2.1).
    private static func isTag(_ text: String) -> Bool {
        (2...PlaybackLimits.languageBytes).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
            }
    }
}

extension Card {
    /// The series, or the title itself: what tracks and heard parts are remembered by.
    var work: String { (series ?? id).rawValue }
}
