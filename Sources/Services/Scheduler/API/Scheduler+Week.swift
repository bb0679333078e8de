public import Foundation
public import HearthModel
public import RPC

extension Scheduler {
    /// Seven days as a grid, with half an hour a column.
    public struct GetWeek: Request {
        public typealias Response = ProgrammeWeek
        public static let safety = CallSafety.readOnly

        /// The first day; absent: the first of the household's current week.
        public var first: String?
        /// Whose rows, 1 to 10 profiles; absent: the caller's, and then of all that watch in that week.
        public var profiles: [String]?
        /// The start of days, `HH:mm`; absent: 18:00, or the half hour of the earliest window or slot in these rows.
        public var from: String?
        /// When they end, `HH:mm` up to `24:00`; not after `from`: on the next day. Absent: 23:00, or the half hour in
        /// which the latest window or slot of these rows ends. Where both are absent and rows have more than 24 hours
        /// between the two, days are shown from midnight to midnight.
        public var to: String?

        /// Creates the request.
        public init(first: String? = nil, profiles: [String]? = nil, from: String? = nil, to: String? = nil) {
            self.first = first
            self.profiles = profiles
            self.from = from
            self.to = to
        }
    }

    /// The current slots of the household, and the next ones within a day.
    public struct Now: Request {
        public typealias Response = ProgrammeNow
        public static let safety = CallSafety.readOnly

        /// Creates the request.
        public init() {}
    }

    /// Plans the free time of the caller's profile's windows in one week: earlier generated slots that have not started
    /// are replaced, all others stay. For a kids profile these are the windows that it has alone.
    public struct GenerateWeek: Request {
        public typealias Response = GeneratedWeek
        public static let safety = CallSafety.idempotentByKey
        public static let timeout = Duration.seconds(15)

        /// The first day; absent: the first of the household's current week.
        public var first: String?
        /// The same seed and titles give the same week; absent: a random one, which is returned.
        public var seed: Int64?
        /// Whether to return the plan without storing it.
        public var isTrial: Bool?

        /// Creates the request.
        public init(first: String? = nil, seed: Int64? = nil, isTrial: Bool? = nil) {
            self.first = first
            self.seed = seed
            self.isTrial = isTrial
        }
    }

    /// The schedule as a calendar for other programs (RFC 5545).
    public struct ExportCalendar: Request {
        public typealias Response = CalendarFeed
        public static let safety = CallSafety.readOnly

        /// The first day; absent: the first of the household's current week.
        public var first: String?
        /// How many days, 1 to 400; absent: 7.
        public var days: Int32?

        /// Creates the request.
        public init(first: String? = nil, days: Int32? = nil) {
            self.first = first
            self.days = days
        }
    }
}

/// Seven days as a grid.
public struct ProgrammeWeek: Codable, Sendable, Hashable {
    /// The household's time zone, by IANA's name.
    public var timeZone: String
    /// The days, in order.
    public var days: [ProgrammeDay]
    /// All occurrences in these days, by start, also outside of the shown hours.
    public var times: [ProgrammeTime]
    /// Occurrences displaced by an older slot.
    public var displaced: [DisplacedTime]

    /// Describes a week.
    public init(timeZone: String, days: [ProgrammeDay], times: [ProgrammeTime], displaced: [DisplacedTime]) {
        self.timeZone = timeZone
        self.days = days
        self.times = times
        self.displaced = displaced
    }
}

/// A day of a grid.
public struct ProgrammeDay: Codable, Sendable, Hashable {
    /// The day.
    public var date: String
    /// A row for each profile.
    public var rows: [ProgrammeRow]

    /// Describes a day.
    public init(date: String, rows: [ProgrammeRow]) {
        self.date = date
        self.rows = rows
    }
}

/// A row of a grid.
public struct ProgrammeRow: Codable, Sendable, Hashable {
    /// Whose it is.
    public var profile: String
    /// A cell for each half hour that passes: two less when the clocks skip an hour, two more when they go back one.
    public var cells: [ProgrammeCell]

    /// Describes a row.
    public init(profile: String, cells: [ProgrammeCell]) {
        self.profile = profile
        self.cells = cells
    }
}

/// Half an hour of a profile's day.
public struct ProgrammeCell: Codable, Sendable, Hashable {
    /// The local time of its start, `HH:mm`.
    public var time: String
    /// Whether they have shown that before on this day.
    public var isRepeated: Bool
    /// The start.
    public var start: Date
    /// Its state: free, or that of its first slot.
    public var state: CellState
    /// The displayed text: the title, with `N eps` for more than one, `TV` for a placeholder, `Free`.
    public var label: String
    /// Whether its first slot, or its window when it is free, is family friendly.
    public var isFamilyFriendly: Bool
    /// The slots in it, by start.
    public var slots: [String]
    /// The window that it is in, when it is free.
    public var window: String?

    /// Describes a cell.
    public init(
        time: String, isRepeated: Bool, start: Date, state: CellState, label: String, isFamilyFriendly: Bool,
        slots: [String], window: String?
    ) {
        self.time = time
        self.isRepeated = isRepeated
        self.start = start
        self.state = state
        self.label = label
        self.isFamilyFriendly = isFamilyFriendly
        self.slots = slots
        self.window = window
    }
}

/// A cell's state.
public struct CellState: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing is on.
    public static let free = CellState(rawValue: "free")

    /// The state of a cell with a slot of this kind.
    public init(_ kind: SlotKind) { rawValue = kind.rawValue }
}

/// An occurrence of a slot.
public struct ProgrammeTime: Codable, Sendable, Hashable {
    /// The slot.
    public var slot: ProgrammeSlot
    /// The day of the slot's rule; identifies the occurrence for ``Scheduler/RemoveSlot`` and ``Scheduler/VetoSlot``.
    public var day: String
    /// The local start, `YYYY-MM-DDTHH:mm`.
    public var localStart: String
    /// When it ends by the clocks.
    public var localEnd: String
    /// The start.
    public var start: Date
    /// When it ends.
    public var end: Date

    /// Describes a time.
    public init(
        slot: ProgrammeSlot, day: String, localStart: String, localEnd: String, start: Date, end: Date
    ) {
        self.slot = slot
        self.day = day
        self.localStart = localStart
        self.localEnd = localEnd
        self.start = start
        self.end = end
    }
}

/// A time that is not, and why.
public struct DisplacedTime: Codable, Sendable, Hashable {
    /// The displaced occurrence.
    public var time: ProgrammeTime
    /// The slot that displaces it.
    public var inTheWay: ProgrammeTime

    /// Describes a time that is not.
    public init(time: ProgrammeTime, inTheWay: ProgrammeTime) {
        self.time = time
        self.inTheWay = inTheWay
    }
}

/// The current and next slots.
public struct ProgrammeNow: Codable, Sendable, Hashable {
    /// The household's time zone, by IANA's name.
    public var timeZone: String
    /// The current slots.
    public var now: [ProgrammeTime]
    /// Each viewer's next slot within a day.
    public var next: [ProgrammeTime]

    /// Creates the response.
    public init(timeZone: String, now: [ProgrammeTime], next: [ProgrammeTime]) {
        self.timeZone = timeZone
        self.now = now
        self.next = next
    }
}

/// A planned week.
public struct GeneratedWeek: Codable, Sendable, Hashable {
    /// The seed, for the same week again.
    public var seed: Int64
    /// The planned slots, by start, with their reasons. Those of a trial have no IDs.
    public var slots: [ProgrammeSlot]
    /// The week's score.
    public var points: Int64
    /// How many generated slots were replaced.
    public var replaced: Int32
    /// How many minutes of the windows stay free.
    public var freeMinutes: Int32
    /// How many titles there were to choose from.
    public var candidates: Int32
    /// How many titles were left out because their length is unknown.
    public var withoutLength: Int32
    /// Services that did not return candidates or profiles: their data is not in the plan.
    public var missing: [String]

    /// Describes a planned week.
    public init(
        seed: Int64, slots: [ProgrammeSlot], points: Int64, replaced: Int32, freeMinutes: Int32, candidates: Int32,
        withoutLength: Int32, missing: [String]
    ) {
        self.seed = seed
        self.slots = slots
        self.points = points
        self.replaced = replaced
        self.freeMinutes = freeMinutes
        self.candidates = candidates
        self.withoutLength = withoutLength
        self.missing = missing
    }
}

/// A calendar.
public struct CalendarFeed: Codable, Sendable, Hashable {
    /// The calendar as RFC 5545 writes it, `text/calendar`.
    public var text: String
    /// How many events are in it.
    public var events: Int32

    /// A calendar.
    public init(text: String, events: Int32) {
        self.text = text
        self.events = events
    }
}
