internal import HearthModel

/// A slot of the household's schedule: single or recurring.
struct Slot: Hashable, Sendable {
    var id: String
    /// An earlier slot has the lower number, and wins a clash that was not known at booking time.
    var row: Int64
    /// The viewers; never empty.
    var profiles: Set<String>
    /// Its start, or the first one of a recurring slot.
    var start: CivilDateTime
    /// Its duration, independent of clock changes.
    var minutes: Int
    var origin: Origin
    var rule: RecurrenceRule?
    /// The removed days of its rule.
    var exceptions: Set<CivilDate> = []
    var show: SlotShow?
    /// Its name; without one, the show's title.
    var label: String?
    var isFamilyFriendly = false
    var partnerMustLike = false
    /// The generator's reasons, as shown to every profile.
    var reasons: [String] = []
    /// Additional reasons, by the only profile that may see them.
    var privateReasons: [String: String] = [:]
    /// Grows with every change.
    var version: Int64 = 1

    /// How it came about.
    enum Origin: String, Sendable, CaseIterable { case booked, generated, placeholder }

    /// The longest, in minutes: two days of a daily one never meet, whatever the clocks do.
    static let maximumMinutes = 720
}

/// The title of a slot.
struct SlotShow: Hashable, Sendable {
    var card: Card
    /// How many episodes; 1 for a film.
    var episodes: Int = 1
    /// Whether the library still has it.
    var isAvailable = true

    /// The film, or the series that the episodes are of.
    var title: ContentID { card.series ?? card.id }
}

/// An occurrence of a slot.
struct Occurrence: Hashable, Sendable {
    let slot: Slot
    /// The rule's day; the local date of the start may differ.
    let day: CivilDate
    let span: TimeSpan
}
