public import HearthModel
public import RPC

/// The detail of this service's errors: the violated rule. Codes are stable, texts may change.
public struct SchedulerProblem: RPCDetail {
    public static let typeName = "hearth.scheduler.Problem"

    /// The rule.
    public var code: Code

    /// Names a rule.
    public init(_ code: Code) { self.code = code }

    /// The rules of this service.
    public struct Code: OpenEnum {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// NOT_FOUND: there is no such window.
        public static let unknownWindow = Code(rawValue: "unknownWindow")
        /// NOT_FOUND: there is no such slot, or it is not on that day.
        public static let unknownSlot = Code(rawValue: "unknownSlot")
        /// NOT_FOUND: the library has no such title, or not for this profile.
        public static let unknownContent = Code(rawValue: "unknownContent")
        /// NOT_FOUND: there is no such profile here.
        public static let unknownProfile = Code(rawValue: "unknownProfile")
        /// FAILED_PRECONDITION: two slots of a profile would overlap; ``SlotClash`` has both.
        public static let slotTaken = Code(rawValue: "slotTaken")
        /// FAILED_PRECONDITION: the same profiles have a window that overlaps; ``WindowClash`` has it.
        public static let windowTaken = Code(rawValue: "windowTaken")
        /// FAILED_PRECONDITION: it would be over already, by the household's clocks.
        public static let inThePast = Code(rawValue: "inThePast")
        /// FAILED_PRECONDITION: a participant may not see it, or has not given a required approval.
        public static let notForEverybody = Code(rawValue: "notForEverybody")
        /// ABORTED: another call has changed it; ``ChangedMeanwhile`` has both versions.
        public static let changedMeanwhile = Code(rawValue: "changedMeanwhile")
        /// INVALID_ARGUMENT: an invalid rule, or one with unsupported parts.
        public static let badRule = Code(rawValue: "badRule")
        /// PERMISSION_DENIED: the caller acts as no profile.
        public static let noProfile = Code(rawValue: "noProfile")
        /// PERMISSION_DENIED: a kids profile plans for itself.
        public static let notYours = Code(rawValue: "notYours")
        /// UNAUTHENTICATED: the token's profile has been deleted.
        public static let profileGone = Code(rawValue: "profileGone")
        /// RESOURCE_EXHAUSTED: the household's limit of windows, slots or shows is reached.
        public static let limitReached = Code(rawValue: "limitReached")
    }
}

/// The detail of a booking that overlaps another slot of a participant.
public struct SlotClash: RPCDetail, Hashable {
    public static let typeName = "hearth.scheduler.SlotClash"

    /// The start of the requested slot, `YYYY-MM-DDTHH:mm`.
    public var wanted: String
    /// The conflicting slot, and its time.
    public var inTheWay: ProgrammeTime

    /// Describes a clash.
    public init(wanted: String, inTheWay: ProgrammeTime) {
        self.wanted = wanted
        self.inTheWay = inTheWay
    }
}

/// The detail of a window that would overlap another one of the same profiles.
public struct WindowClash: RPCDetail, Hashable {
    public static let typeName = "hearth.scheduler.WindowClash"

    /// The existing window.
    public var inTheWay: ProgrammeWindow

    /// Describes a clash.
    public init(inTheWay: ProgrammeWindow) { self.inTheWay = inTheWay }
}

/// The detail of a change that conflicts with a concurrent one.
public struct ChangedMeanwhile: RPCDetail, Hashable {
    public static let typeName = "hearth.scheduler.ChangedMeanwhile"

    /// The version that the change is based on.
    public var yours: Int64
    /// The version that there is.
    public var current: Int64
    /// The current slot, when it is a slot.
    public var slot: ProgrammeSlot?
    /// The current window, when it is a window.
    public var window: ProgrammeWindow?

    /// Describes a conflict.
    public init(yours: Int64, current: Int64, slot: ProgrammeSlot? = nil, window: ProgrammeWindow? = nil) {
        self.yours = yours
        self.current = current
        self.slot = slot
        self.window = window
    }
}
