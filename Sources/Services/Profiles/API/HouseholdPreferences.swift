public import HearthModel

/// What a household has set for all of its members' clients. In a request an absent field stays as it is; in a response
/// an absent one was never set.
public struct HouseholdPreferences: Codable, Sendable, Hashable {
    /// The household's language by BCP 47 (RFC 5646), `de` or `pt-BR`; empty in a request removes it.
    public var language: String?
    /// The first day of the week by ISO 8601: 1 is Monday, 7 is Sunday. Clients take Monday where it is absent.
    public var firstDayOfWeek: Int32?
    /// When a title that is swiped counts as a match; any two where it is absent.
    public var matchRule: MatchRule?
    /// For how many days what was watched is kept, 30 to 3,650; 0 or absent: for good.
    public var historyDays: Int32?
    /// The rows of the home screen by name, in their order; rows that are not named come last, in the clients' order. An
    /// empty list is the clients' order.
    public var homeRows: [String]?
    /// What happens when a title is played and the source's account has no free stream; ``SlotRule/refuse`` where it is
    /// absent. Playback-state applies it.
    public var slotRule: SlotRule?

    /// Creates preferences; nil is absent.
    public init(
        language: String? = nil, firstDayOfWeek: Int32? = nil, matchRule: MatchRule? = nil, historyDays: Int32? = nil,
        homeRows: [String]? = nil, slotRule: SlotRule? = nil
    ) {
        self.language = language
        self.firstDayOfWeek = firstDayOfWeek
        self.matchRule = matchRule
        self.historyDays = historyDays
        self.homeRows = homeRows
        self.slotRule = slotRule
    }
}

/// How many profiles have to like a title for a match.
public struct MatchRule: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Any two.
    public static let anyTwo = MatchRule(rawValue: "anyTwo")
    /// All that swipe.
    public static let all = MatchRule(rawValue: "all")
}

extension HouseholdPreferences {
    /// The range of ``historyDays``, where it is not 0.
    public static let historyDaysRange: ClosedRange<Int32> = 30...3_650
    /// The most rows that ``homeRows`` names.
    public static let maximumRows = 40
    /// The most bytes of a row's name.
    public static let rowBytes = 64

    /// The first field with a value that cannot be, and why; nil when all can.
    public var problem: (field: String, text: String)? {
        if let language, !language.isEmpty, !SettingDefinition.isLanguage(language) {
            return ("language", "must be a language by BCP 47, such as de or pt-BR.")
        }
        if let firstDayOfWeek, !(1...7).contains(firstDayOfWeek) {
            return ("firstDayOfWeek", "must be from 1, Monday, to 7, Sunday.")
        }
        if let matchRule, matchRule != .anyTwo, matchRule != .all { return ("matchRule", "must be anyTwo or all.") }
        if let historyDays, historyDays != 0, !Self.historyDaysRange.contains(historyDays) {
            let range = Self.historyDaysRange
            return ("historyDays", "must be from \(range.lowerBound) to \(range.upperBound), or 0 for good.")
        }
        if let homeRows {
            let areNames = homeRows.allSatisfy { name in
                (1...Self.rowBytes).contains(name.utf8.count) && name.utf8.allSatisfy { (0x21...0x7e).contains($0) }
            }
            guard homeRows.count <= Self.maximumRows, Set(homeRows).count == homeRows.count, areNames else {
                return ("homeRows", "must be at most \(Self.maximumRows) names of rows, each once.")
            }
        }
        if let slotRule, !SlotRule.all.contains(slotRule) {
            return ("slotRule", "must be refuse, endOldest or endNewest.")
        }
        return nil
    }

    /// These preferences after a change; what is set to nothing is removed.
    public func changed(by change: HouseholdPreferences) -> HouseholdPreferences {
        var next = self
        if let language = change.language { next.language = language.isEmpty ? nil : language }
        next.firstDayOfWeek = change.firstDayOfWeek ?? firstDayOfWeek
        next.matchRule = change.matchRule ?? matchRule
        if let days = change.historyDays { next.historyDays = days == 0 ? nil : days }
        if let rows = change.homeRows { next.homeRows = rows.isEmpty ? nil : rows }
        next.slotRule = change.slotRule ?? slotRule
        return next
    }
}
