import Testing

@testable import HearthModel

/// What certificates mean on the household's scale.
struct CertificationTests {
    @Test(arguments: [
        ("G", "", ContentRating.g), ("PG", "MPAA", .pg), ("PG-13", "MPAA", .pg13), ("R", "MPAA", .r),
        ("NC-17", "MPAA", .nc17),
        ("TV-Y", "VCHIP", .g), ("TV-Y7", "VCHIP", .g), ("TV-G", "VCHIP", .g), ("TV-PG", "VCHIP", .pg),
        ("TV-14", "VCHIP", .pg13),
        ("TV-MA", "VCHIP", .r), ("FSK 0", "", .g), ("FSK 6", "", .g), ("FSK 12", "", .pg13), ("FSK16", "", .r),
        ("18", "FSK", .r),
        ("U", "BBFC", .g), ("12A", "BBFC", .pg13), ("15", "BBFC", .r), ("12+", "", .pg13), ("0+", "", .g),
        ("7", "", .pg),
        ("-16", "CSA", .r), ("L", "", .g), ("Not Rated", "", .unrated), ("NR", "", .unrated), ("", "", .unrated),
        ("A", "CBFC", .r), ("A", "IN", .r), ("E", "AU", .unrated), ("E", "", .g), ("C", "MX", .r),
        ("MA15+", "ACB", .r), ("M/12", "", .pg13), ("K-12", "", .pg13), ("MPAA:R", "", .r),
        ("Rated PG-13", "", .pg13),
        ("tv-14", "", .pg13), ("TVPG", "", .pg), ("VM14", "", .pg13), ("B15", "", .pg13),
        ("Something", "", .unrated), ("2024", "", .unrated),
    ])
    func `certificates of many systems`(_ text: String, _ system: String, _ expected: ContentRating) {
        let certification = Certification(text, system: system)
        #expect(certification.rating == expected)
        #expect(!certification.isAdult)
        #expect(certification.text == text)
    }

    @Test(arguments: ["X", "XXX", "R18", "AO", "Adults Only"])
    func `certificates that say pornography`(_ text: String) {
        #expect(Certification(text).isAdult)
        #expect(Certification(text).rating == .nc17)
    }

    @Test
    func `ages, as the scale has them`() {
        #expect(
            [0, 6, 7, 11, 12, 14, 15, 17, 18].map { Certification.rating(forAge: $0, isAdult: false) } == [
                .g, .g, .pg, .pg, .pg13, .pg13, .r, .r, .r,
            ])
        #expect(Certification.rating(forAge: 18, isAdult: true) == .nc17)
    }

    @Test
    func `of several countries' the United States' counts, or else the strictest`() {
        func decided(_ certificates: [(country: String, text: String)]) -> String? {
            Certification.decisive(of: certificates.map { Certification($0.text, system: $0.country) })?.text
        }
        #expect(decided([("DE", "18"), ("US", "PG"), ("FR", "U")]) == "PG")
        #expect(decided([("US", ""), ("US", "NR"), ("US", "PG-13"), ("US", "PG")]) == "PG-13")
        #expect(decided([("FR", "U"), ("DE", "12"), ("US", "NR")]) == "12")
        #expect(decided([("US", "")]) == nil && decided([]) == nil)
    }
}
