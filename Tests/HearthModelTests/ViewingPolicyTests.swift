import CBOR
import HearthModel
import Testing

/// What profiles may see.
struct ViewingPolicyTests {
    @Test func `kids see channels without a rating where they see unrated titles, unless the household says no`() {
        let kinds: [ContentKind] = [.movie, .series, .episode, .channel]
        func unrated(_ policy: ViewingPolicy) -> [Bool] {
            kinds.map { policy.allows(rating: .unrated, isAdult: false, kind: $0) }
        }
        #expect(unrated(.kids(seesUnrated: true)) == [true, true, true, true])
        #expect(unrated(.kids(seesUnrated: true, seesUnratedChannels: false)) == [true, true, true, false])
        #expect(unrated(.kids(seesUnrated: false, seesUnratedChannels: true)) == [false, false, false, false])
        #expect(unrated(.kids(seesUnrated: false, seesUnratedChannels: false)) == [false, false, false, false])
        // A rating no one knows is none.
        let strict = ViewingPolicy.kids(seesUnrated: true, seesUnratedChannels: false)
        #expect(!strict.allows(rating: ContentRating(rawValue: "PEGI 3"), isAdult: false, kind: .channel))
        #expect(strict.allows(rating: .g, isAdult: false, kind: .channel))
        #expect(!strict.allowsEverything)
    }

    @Test func `kids see nothing that is marked adult, whatever the household says`() {
        for seesUnrated in [false, true] {
            for seesChannels in [false, true] {
                let policy = ViewingPolicy.kids(seesUnrated: seesUnrated, seesUnratedChannels: seesChannels)
                for rating in ContentRating.all {
                    for kind in [ContentKind.movie, .series, .episode, .channel] {
                        #expect(!policy.allows(rating: rating, isAdult: true, kind: kind))
                    }
                }
            }
        }
    }

    @Test func `a policy of an older version says nothing of channels, and allows them as other titles`() throws {
        struct Older: Codable {
            var ratings: [ContentRating]
            var allowsAdult: Bool
        }
        let bytes = try CBOREncoder().encode(Older(ratings: [.g, .unrated], allowsAdult: false))
        let policy = try CBORDecoder().decode(ViewingPolicy.self, from: bytes)
        #expect(policy.allowsUnratedChannels == nil)
        #expect(policy.allows(rating: .unrated, isAdult: false, kind: .channel))
        let strict = ViewingPolicy.kids(seesUnrated: true, seesUnratedChannels: false)
        #expect(try CBORDecoder().decode(ViewingPolicy.self, from: CBOREncoder().encode(strict)) == strict)
    }
}
