public import HearthModel
public import RPC

/// Asks playback-state whether a kids profile with limits may open a title now. The services that give access to media
/// without a session call it: catalog for addresses, downloads for files.
///
/// It is asked for callers whose token says that they have limits (``Viewer/hasLimits``), and for no others. It refuses when
/// playback-state does not respond: what was watched today is known there alone.
public struct ScreenTimeAdmission: Sendable {
    private let playback: RPCClient<PlaybackState>

    /// The longest that a caller waits for the decision.
    public static let timeout = Duration.milliseconds(1_500)

    /// - Parameter playback: sends the token of the call that is being handled.
    public init(_ playback: RPCClient<PlaybackState>) { self.playback = playback }

    /// Passes a caller who may open a title now.
    ///
    /// - Throws: FAILED_PRECONDITION with ``LimitReached``; UNAVAILABLE when playback-state does not respond.
    public func check(_ content: ContentID, for viewer: Viewer) async throws(RPCError) {
        guard viewer.hasLimits, viewer.service == nil else { return }
        let time: ScreenTime
        do {
            time = try await playback.send(
                PlaybackState.GetScreenTime(content: content, isOpening: true),
                options: CallOptions(timeout: Self.timeout))
        } catch {
            guard [.unavailable, .deadlineExceeded, .unimplemented].contains(error.code) else { throw error }
            throw RPCError(
                .unavailable,
                "The profile has limits, and playback-state, which counts its time, cannot say what they allow: nothing is "
                    + "opened for it until it can. Start playback-state and profiles, or act as an adult.",
                executed: .no)
        }
        // Versions that do not know the title say by the minutes whether anything may begin.
        guard time.mayOpen ?? (time.remainingMinutes != 0) else { throw Self.refusal(time) }
    }

    private static func refusal(_ time: ScreenTime) -> RPCError {
        let limit =
            time.limitReached
            ?? LimitReached(limit: time.limit ?? .minutes, until: time.blockedUntil, remainingMinutes: nil)
        return RPCError(
            .failedPrecondition,
            time.refusal ?? "The profile's limits allow nothing more now. An adult can change them.",
            executed: .no,
            details: [RPCErrorDetail(PlaybackProblem(.limitReached)), RPCErrorDetail(limit)])
    }
}
