extension SettingDefinition {
    /// Why a value is not one of a setting's; nil when it is.
    public func problem(of value: SettingValue) -> String? {
        let range = (minimum ?? -.infinity)...(maximum ?? .infinity)
        switch type {
        case .boolean: return value == value.boolean.map { .boolean($0) } ? nil : "must be on or off."
        case .integer:
            guard let number = value.integer, value == .integer(number), range.contains(Double(number)) else {
                return "must be a whole number from \(numericRange ?? "")."
            }
        case .decimal:
            guard let number = value.decimal, value == .decimal(number), range.contains(number) else {
                return "must be a number from \(numericRange ?? "")."
            }
        case .choice:
            let choices = self.choices ?? []
            guard let choice = value.text, value == .text(choice), choices.contains(choice) else {
                return "must be one of \(choices.joined(separator: ", "))."
            }
        case .language:
            guard let language = value.text, value == .text(language), Self.isLanguage(language) else {
                return "must be a language by BCP 47, such as de or pt-BR."
            }
        case .providers:
            guard let numbers = value.numbers, value == .numbers(numbers), Set(numbers).count == numbers.count,
                numbers.allSatisfy({ $0 > 0 }), range.contains(Double(numbers.count))
            else { return "must be at most \(Self.text(range.upperBound)) of TMDB's numbers of providers, each once." }
        default: return "cannot be changed by this version."
        }
        return nil
    }

    /// The range of a number with its unit, `10 to 100 GB`; nil for other types.
    public var numericRange: String? {
        guard [.integer, .decimal].contains(type), let minimum, let maximum else { return nil }
        return "\(Self.text(minimum)) to \(Self.text(maximum))\(unit.map { " \($0)" } ?? "")"
    }

    /// A number without a fraction that is zero.
    public static func text(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
    }

    /// The longest language tag (RFC 5646 section 4.4.1).
    private static let languageCharacters = 35

    /// Whether a text has the form of a language tag: subtags of letters and digits, the first of 2 or 3 letters
    /// (RFC 5646 section 2.1).
    static func isLanguage(_ text: String) -> Bool {
        let tags = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isAlphanumeric = { (byte: UInt8) in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
        guard text.utf8.count <= languageCharacters, let first = tags.first, (2...3).contains(first.count),
            first.allSatisfy({ $0 > UInt8(ascii: "9") && isAlphanumeric($0) })
        else { return false }
        return tags.dropFirst().allSatisfy { (1...8).contains($0.count) && $0.allSatisfy(isAlphanumeric) }
    }
}
