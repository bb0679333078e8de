import HearthModel
import Testing

struct AudienceTests {
    private typealias Rating = ContentRating

    @Test
    func `twelve audiences have twelve bits, and each is read back`() {
        #expect(Set(Audience.all.map(\.bit)).count == 12)
        for audience in Audience.all {
            #expect(audience.bit.nonzeroBitCount == 1)
            #expect(Audience(bit: audience.bit) == audience)
        }
        // What the store never wrote is shown to those alone who see everything.
        for bit: Int64 in [0, 3, 1 << 12, -1, .min] {
            #expect(Audience(bit: bit) == Audience(rating: .nc17, isAdult: true))
        }
    }

    @Test
    func `a policy's mask lets pass what the policy allows, for every policy there can be`() {
        for subset in 0..<(1 << Rating.all.count) {
            let ratings = Rating.all.indices.filter { subset & (1 << $0) != 0 }.map { Rating.all[$0] }
            for allowsAdult in [false, true] {
                for channels in [nil, true, false] {
                    check(
                        ViewingPolicy(ratings: ratings, allowsAdult: allowsAdult, allowsUnratedChannels: channels))
                }
            }
        }
    }

    private func check(_ policy: ViewingPolicy) {
        let (whole, narrowed) = (policy.audienceMask, policy.audienceMask(ratings: [.g, .r, .unrated]))
        for kind in [ContentKind.movie, .series, .episode, .channel] {
            for audience in Audience.all {
                let isAllowed = policy.allows(rating: audience.rating, isAdult: audience.isAdult, kind: kind)
                #expect((whole.bits(of: kind) & audience.bit != 0) == isAllowed)
                let isSelected = [.g, .r, .unrated].contains(audience.rating)
                #expect((narrowed.bits(of: kind) & audience.bit != 0) == (isAllowed && isSelected))
            }
        }
        #expect(whole.intersection(narrowed) == narrowed)
    }

    @Test
    func `the strictest of several counts, and no rating only when there is none`() {
        func audience(_ rating: Rating, _ isAdult: Bool = false) -> Audience {
            Audience(rating: rating, isAdult: isAdult)
        }
        #expect(Audience.strictest([audience(.g), audience(.r), audience(.unrated)]) == audience(.r))
        #expect(Audience.strictest([audience(.unrated), audience(.unrated)]) == audience(.unrated))
        #expect(Audience.strictest([audience(.g), audience(.unrated, true)]) == audience(.g, true))
        #expect(Audience.strictest([]) == audience(.unrated))
    }

    @Test
    func `an unknown rating counts as unrated, as policies have it`() {
        #expect(Audience(rating: Rating(rawValue: "PEGI 3"), isAdult: false).rating == .unrated)
    }
}
