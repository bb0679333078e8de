import HearthModel
import PlaybackStateAPI
import RPC

extension FakePlayback {
    /// Every series has two of three episodes watched and goes on with the second one; titles that begin with `c` are
    /// channels.
    func addNextUp(to handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.GetNextUp.self) { request, _ in
            try Self.refuseChannel(request.content)
            let id = ContentID(rawValue: "\(request.content)-e2")
            let next = NextTitle(
                content: id, card: Card(id: id, kind: .episode, title: "Title of \(id)"), source: .nextEpisode,
                rule: .firstUnwatched)
            return SeriesNextUp(
                series: request.content, next: next, choice: NextUpChoice(series: .firstUnwatched), isFinished: false,
                watched: 2, total: 3)
        }
        handlers.on(PlaybackState.SetNextUpRule.self) { request, _ in
            if let series = request.series { try Self.refuseChannel(series) }
            guard [nil, .afterLastWatched, .firstUnwatched].contains(request.rule) else {
                throw RPCError.invalidArgument("rule", "must be afterLastWatched or firstUnwatched.")
            }
            return request.series == nil
                ? NextUpChoice(profile: request.rule) : NextUpChoice(series: request.rule)
        }
        handlers.on(PlaybackState.CompleteTitle.self) { request, _ in
            guard let content = request.content else {
                throw RPCError.invalidArgument("session", "name a session or a title: one of the two.")
            }
            try Self.refuseChannel(content)
            return TitleCompleted(
                content: content, hasChanged: true,
                next: NextTitle(
                    content: "m9", card: Card(id: "m9", kind: .movie, title: "Title of m9"), source: .queue))
        }
    }

    /// What a series plays.
    static func episode(of series: ContentID) -> Playback {
        var card = Card(id: ContentID(rawValue: "\(series)-e2"), kind: .episode, title: "Title of \(series)-e2")
        (card.series, card.season, card.episode) = (series, 1, 2)
        var playback = Playback(
            session: "1-2-3", card: card, variant: "v1", url: secret, headers: [:], fallbacks: [], resume: nil,
            progress: 0, reportSeconds: 10)
        playback.rule = .afterLastWatched
        return playback
    }

    private static func refuseChannel(_ content: ContentID) throws(RPCError) {
        guard content.rawValue.hasPrefix("c") else { return }
        throw RPCError(
            .invalidArgument, "A channel has no next episode.",
            details: [RPCErrorDetail(PlaybackProblem(.unsupportedType))])
    }
}
