import Household
import Testing

struct AudienceTests {
    private typealias Rating = ContentRating

    @Test("twelve audiences have twelve bits, and each is read back")
    func bits() {
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

    @Test("a policy's mask lets pass what the policy allows, for every policy there can be")
    func masks() {
        for subset in 0..<(1 << Rating.all.count) {
            let ratings = Rating.all.indices.filter { subset & (1 << $0) != 0 }.map { Rating.all[$0] }
            for allowsAdult in [false, true] {
                let policy = ViewingPolicy(ratings: ratings, allowsAdult: allowsAdult)
                for audience in Audience.all {
                    let passes = policy.audienceMask & audience.bit != 0
                    #expect(passes == policy.allows(rating: audience.rating, isAdult: audience.isAdult))
                    let narrowed = policy.audienceMask(ratings: [.g, .r]) & audience.bit != 0
                    #expect(narrowed == (passes && [.g, .r].contains(audience.rating)))
                }
            }
        }
    }

    @Test("the strictest of several counts, and no rating only when there is none")
    func strictest() {
        func audience(_ rating: Rating, _ isAdult: Bool = false) -> Audience {
            Audience(rating: rating, isAdult: isAdult)
        }
        #expect(Audience.strictest([audience(.g), audience(.r), audience(.unrated)]) == audience(.r))
        #expect(Audience.strictest([audience(.unrated), audience(.unrated)]) == audience(.unrated))
        #expect(Audience.strictest([audience(.g), audience(.unrated, true)]) == audience(.g, true))
        #expect(Audience.strictest([]) == audience(.unrated))
    }

    @Test("a rating that nobody knows counts as unrated, as policies have it")
    func unknownRating() {
        #expect(Audience(rating: Rating(rawValue: "PEGI 3"), isAdult: false).rating == .unrated)
    }
}
