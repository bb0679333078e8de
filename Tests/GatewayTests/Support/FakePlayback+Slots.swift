import Foundation
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC

/// Connection slots, suggestions, recently used streams and granted minutes as the contract has them.
extension FakePlayback {
    private static func card(_ id: ContentID) -> Card { Card(id: id, kind: .movie, title: "Title of \(id)") }

    func addSlots(to handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.ListSlots.self) { _, _ in
            let holders = [
                SlotHolder(
                    profile: "p-kids", device: "tv", content: "m1", card: Self.card("m1"), since: Self.date,
                    isSilent: true),
                SlotHolder(profile: "p-gone", device: "tablet", since: Self.date),
            ]
            return SlotList(
                rule: .endOldest,
                accounts: [
                    AccountSlots(source: "panel", maximum: 2, used: 2, holders: holders),
                    AccountSlots(source: "web", maximum: nil, used: 0, holders: []),
                ])
        }
        handlers.on(PlaybackState.ListRecentStreams.self) { _, _ in
            let stream = RecentStream(
                content: "m1", card: Self.card("m1"), variant: "v1", cachedAt: Self.date, lastAccessed: Self.date,
                expires: Self.date.addingTimeInterval(86_400))
            return RecentStreamList(streams: [stream], total: 1, bytes: 40)
        }
        handlers.on(PlaybackState.ClearRecentStreams.self) { request, _ in
            RecentStreamsCleared(removed: request.onlyExpired == true ? 0 : 1)
        }
        handlers.on(PlaybackState.GrantScreenTime.self) { [self] request, _ in
            if let own = householdPIN, request.pin != own {
                let rule = request.pin == nil ? ProfilesProblem.Code.pinRequired : .pinWrong
                throw RPCError(
                    .permissionDenied, "Refused by the rule \(rule).", details: [RPCErrorDetail(ProfilesProblem(rule))])
            }
            guard (15...120).contains(request.minutes) else {
                throw RPCError.invalidArgument("minutes", "must be from 15 to 120 minutes.")
            }
            var time = ScreenTime(
                profile: request.profile, day: "2026-11-27", usedMinutes: 60, limitMinutes: 60 + request.minutes,
                remainingMinutes: request.minutes, limit: .minutes)
            time.grantedMinutes = request.minutes
            return time
        }
        addSuggestions(to: &handlers)
    }

    private func addSuggestions(to handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.GenerateSuggestions.self) { request, _ in
            if let size = request.size, !(1...10).contains(size) {
                throw RPCError.invalidArgument("size", "must be from 1 to 10.")
            }
            let entry = QueueEntry(
                position: 1, content: "m7", card: Self.card("m7"), added: Self.date, isAutoAdded: true)
            return SuggestionsAdded(entries: [entry], total: 2, autoAdded: 1)
        }
        handlers.on(PlaybackState.NeverSuggest.self) { [self] request, _ in
            SuggestionMark(content: request.content, isExcluded: true, hasChanged: exclude(request.content))
        }
        handlers.on(PlaybackState.SuggestAgain.self) { [self] request, _ in
            SuggestionMark(content: request.content, isExcluded: false, hasChanged: suggestAgain(request.content))
        }
        handlers.on(PlaybackState.ListNeverSuggested.self) { [self] _, _ in
            NeverSuggestedList(
                titles: excluded.map { NeverSuggestedTitle(content: $0, card: Self.card($0), since: Self.date) })
        }
    }
}
