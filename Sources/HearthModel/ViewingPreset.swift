/// A list of rules to begin with.
public struct ViewingPreset: Codable, Sendable, Hashable {
    /// Its name, in lower case.
    public var name: String
    /// One line about it.
    public var help: String
    /// The rules.
    public var rules: ViewingRules

    /// Makes a preset.
    public init(name: String, help: String, rules: ViewingRules) {
        (self.name, self.help, self.rules) = (name, help, rules)
    }

    /// Every preset.
    public static let all: [ViewingPreset] = [
        ViewingPreset(
            name: "children", help: "Children's groups and genres, and what is rated G or PG; nothing else.",
            rules: ViewingRules(
                [ViewingRule(.block, genre: "Horror")]
                    + [ContentRating.g, .pg].map { ViewingRule(.allow, rating: $0) } + hidden
                    + groups.map { ViewingRule(.allow, group: $0) }
                    + ["Kids", "Family", "Animation"].map { ViewingRule(.allow, genre: $0) },
                otherwise: .blockAll)),
        ViewingPreset(
            name: "rated", help: "What is rated G, PG or PG-13; nothing without a rating.",
            rules: ViewingRules(otherwise: .allowRated)),
        ViewingPreset(
            name: "chosen", help: "Nothing but what rules allow; add those.", rules: ViewingRules(otherwise: .blockAll)),
    ]

    /// The preset of that name, without regard to case.
    public static func named(_ name: String) -> ViewingPreset? { all.first { $0.name == name.lowercased() } }

    /// Hidden where there is no rating: lists have grown-ups' cartoons and series in such groups, too.
    private static let hidden = ["Thriller", "Crime", "War", "War & Politics"].map {
        ViewingRule(.block, genre: $0)
    }

    /// Groups for children as lists of several languages name them.
    private static let groups = [
        "Kids", "Kid", "Children", "Childrens", "Child", "Family", "Cartoon", "Cartoons", "Animation", "Animated",
        "Junior", "Kinder", "Kinderfilme", "Kinderserien", "Familie", "Zeichentrick", "Enfants", "Enfant", "Jeunesse",
        "Famille", "Infantil", "Infantiles", "Niños", "Criança", "Crianças", "Bambini", "Ragazzi", "Cartoni",
        "Dzieci", "Dla dzieci", "Barn", "Børn", "Lapset", "Kinderen", "Дети", "Детские", "Детям", "Çocuk", "أطفال",
        "ילדים",
    ]
}
