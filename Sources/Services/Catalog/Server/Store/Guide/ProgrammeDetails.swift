internal import CatalogAPI
internal import CatalogFormats
internal import HearthModel

/// The optional data of a programme in a guide: categories that are none of the genres, and credits.
///
/// It is stored as one text, shared by programmes of one title with the same details (``GuideTitles``): a line for
/// each, with a letter for its kind, the text, and behind a tab the character an actor plays.
struct ProgrammeDetails: Sendable, Equatable {
    private(set) var categories: [String] = []
    private(set) var credits: [ProgrammeCredit] = []

    private static let categoryLetter: Character = "c"

    /// The letters of the roles, by priority where there are too many names. Never change a letter.
    private static let roles: [(letter: Character, role: CreditRole)] = [
        ("d", .director), ("p", .presenter), ("a", .actor), ("g", .guest), ("k", .commentator), ("w", .writer),
        ("v", .adapter), ("r", .producer), ("m", .composer), ("e", .editor),
    ]

    /// Makes details from a guide's data, up to the limits.
    ///
    /// - Parameters:
    ///   - categories: those that are none of the genres.
    ///   - maximumCategories: the most categories to keep.
    ///   - maximumCredits: the most credits to keep.
    ///   - cut: counts the categories and names beyond the limits.
    init(
        categories: [String], maximumCategories: Int, credits: [XMLTVCredit], maximumCredits: Int, cut: inout Int64
    ) {
        for category in categories where !self.categories.contains(category) {
            if self.categories.count < maximumCategories {
                self.categories.append(category)
            } else {
                cut += 1
            }
        }
        guard !credits.isEmpty else { return }
        for (_, role) in Self.roles {
            for credit in credits where credit.role == role.rawValue {
                let person = ProgrammeCredit(
                    role: role, name: credit.name, character: credit.character.isEmpty ? nil : credit.character)
                guard !self.credits.contains(person) else { continue }
                if self.credits.count < maximumCredits { self.credits.append(person) } else { cut += 1 }
            }
        }
    }

    /// Parses the stored text.
    init(text: String) {
        for line in text.split(separator: "\n") {
            guard let letter = line.first else { continue }
            let parts = line.dropFirst().split(separator: "\t", maxSplits: 1).map(String.init)
            guard let name = parts.first else { continue }
            if letter == Self.categoryLetter {
                categories.append(name)
            } else if let role = Self.roles.first(where: { $0.letter == letter })?.role {
                credits.append(ProgrammeCredit(role: role, name: name, character: parts.count > 1 ? parts[1] : nil))
            }
        }
    }

    /// The text to store; nil when there are no details.
    var text: String? {
        guard !categories.isEmpty || !credits.isEmpty else { return nil }
        var lines = categories.map { "\(Self.categoryLetter)\(Self.clean($0))" }
        for credit in credits {
            guard let letter = Self.roles.first(where: { $0.role == credit.role })?.letter else { continue }
            let character = credit.character.map { "\t\(Self.clean($0))" } ?? ""
            lines.append("\(letter)\(Self.clean(credit.name))\(character)")
        }
        return lines.joined(separator: "\n")
    }

    /// The searchable words.
    var words: String { (categories + credits.map(\.name)).joined(separator: " ") }

    /// A guide's parser leaves no control character in a text; a text from elsewhere must not become two lines.
    private static func clean(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 }) else { return text }
        return String(text.map { $0.unicodeScalars.contains { $0.value < 0x20 } ? " " : $0 })
    }
}

/// The marks of a programme in a guide, and whether it has ``ProgrammeDetails``.
struct ProgrammeFlags: OptionSet, Sendable {
    let rawValue: Int64

    static let premiere = ProgrammeFlags(rawValue: 1)
    static let isRepeat = ProgrammeFlags(rawValue: 2)
    static let live = ProgrammeFlags(rawValue: 4)
    static let hasDetails = ProgrammeFlags(rawValue: 8)
}
