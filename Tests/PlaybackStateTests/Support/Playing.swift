import HearthModel
import PlaybackStateAPI
import RPC
import TestSupport

typealias Client = RPCClient<PlaybackState>

extension RPCClient<PlaybackState> {
    /// Opens a session.
    func play(_ content: ContentID, variant: String? = nil, device: String = "tv") async throws -> Playback {
        try await send(PlaybackState.Play(content: content, variant: variant, device: device))
    }

    /// Reports, and returns what was refused.
    @discardableResult
    func report(
        _ session: String, at milliseconds: Int64, _ position: Double, of duration: Double? = 100,
        _ state: PlaybackPhase? = nil, number: Int64? = nil
    ) async throws -> [RefusedReport] {
        let report = ProgressReport(
            session: session, elapsedMilliseconds: milliseconds, position: position, duration: duration, state: state,
            sequence: number)
        return try await send(PlaybackState.ReportProgress(reports: [report])).refused
    }

    /// Plays something up to a position.
    @discardableResult
    func watch(
        _ content: ContentID, to position: Double, of duration: Double? = 100, variant: String? = nil,
        device: String = "tv"
    ) async throws -> String {
        let session = try await play(content, variant: variant, device: device).session
        try await report(session, at: 1, position, of: duration)
        return session
    }

    /// Where the caller's profile stands with a title.
    func progress(_ content: ContentID, threshold: Double? = nil) async throws -> TitleProgress {
        let request = PlaybackState.GetProgress(contents: [content], watchedThreshold: threshold)
        return try await send(request).titles[0]
    }

    /// What there is to go on with.
    func goOn() async throws -> [ContentID] {
        try await send(PlaybackState.ContinueWatching()).titles.map(\.content)
    }

    /// The queue.
    func queue() async throws -> [ContentID] { try await send(PlaybackState.ListQueue()).entries.map(\.content) }

    /// The error that a call fails with; nil when it succeeds.
    func failure<Request: RPCRequest>(of request: Request) async -> RPCError? where Request.Service == Service {
        do {
            _ = try await send(request)
            return nil
        } catch {
            return error
        }
    }
}

extension RPCError {
    /// The rule of this service that was in the way.
    var problem: PlaybackProblem.Code? { detail(PlaybackProblem.self)?.code }

    /// The field that was wrong.
    var field: String? { detail(InvalidField.self)?.field }
}

extension ServiceHarness {
    /// A client of the service that calls as one person.
    func playback(_ person: TestCaller = .adult) async throws -> Client {
        try await client(PlaybackState.self, as: person)
    }
}
