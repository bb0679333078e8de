import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC

/// Connection slots, recently used streams, suggestions and granted minutes.
extension AllMethodsScenario {
    func slotsAndStreams() async throws {
        try await sendUnlessAbsent(PlaybackState.ListSlots())
        try await sendUnlessAbsent(PlaybackState.ListRecentStreams())
        try await sendUnlessAbsent(PlaybackState.ClearRecentStreams())
    }

    func suggestions(_ title: ContentID) async throws {
        try await sendUnlessAbsent(PlaybackState.NeverSuggest(content: title))
        try await sendUnlessAbsent(PlaybackState.ListNeverSuggested())
        try await sendUnlessAbsent(PlaybackState.SuggestAgain(content: title))
        try await sendUnlessAbsent(PlaybackState.GenerateSuggestions(size: 1))
    }

    /// - Parameter profile: a kids profile with limits, in a household without a PIN.
    func grants(to profile: String) async throws {
        try await sendUnlessAbsent(PlaybackState.GrantScreenTime(profile: profile, minutes: 15))
        try await sendUnlessAbsent(Profiles.ConfirmPIN(pin: nil))
    }
}
