import HearthModel
import PlaybackStateAPI
import RPC

/// What is called while a title plays: not known to the last release.
extension AllMethodsScenario {
    func whilePlaying(_ playing: Playback) async throws {
        let session = playing.session
        try await sendUnlessAbsent(PlaybackState.SetTracks(session: session, tracks: TrackChoice(audioLanguage: "en")))
        try await sendUnlessAbsent(PlaybackState.CancelNextUp(session: session))
        // The profile is in it already, and cannot leave what it has opened.
        try await sendUnlessAbsent(PlaybackState.JoinSession(session: session))
        try await notFoundUnlessAbsent(PlaybackState.LeaveSession(session: session))
        try await sendUnlessAbsent(PlaybackState.NoteDiscovery(.search))
        try await sendUnlessAbsent(PlaybackState.SwitchVariant(session: session, variant: playing.variant))
        // Nothing comes after a film with an empty queue.
        try await notFoundUnlessAbsent(PlaybackState.PlayNext(session: session))
        try await notFoundUnlessAbsent(PlaybackState.ReportVariantFailure(session: session, variant: "no link"))
    }

    private func notFoundUnlessAbsent<Request: RPCRequest>(_ request: Request) async throws {
        do { try await sendUnlessAbsent(request) } catch let error as RPCError where error.code == .notFound {
            note([Request.self], isAbsent: false)
        }
    }
}
