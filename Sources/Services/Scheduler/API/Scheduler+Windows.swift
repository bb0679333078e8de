public import RPC

extension Scheduler {
    /// Adds a weekly viewing window.
    ///
    /// Windows of exactly the same profiles never overlap: one that would is FAILED_PRECONDITION with ``WindowClash``.
    /// Windows of different profiles may overlap; in the time that they share, the one with more profiles is planned.
    public struct AddWindow: Request {
        public typealias Response = ProgrammeWindow
        public static let safety = CallSafety.idempotentByKey

        /// The viewers, 1 to 10 profiles; absent: the caller's only. A kids profile can name only itself.
        public var profiles: [String]?
        /// 1 for Monday to 7 for Sunday.
        public var dayOfWeek: Int32
        /// The start, `HH:mm`.
        public var start: String
        /// When it ends, `HH:mm` up to `24:00`; not after the start: on the next day.
        public var end: String
        /// The name, 1 to 60 characters.
        public var label: String?
        /// Whether only titles that kids may see are planned there, whatever the participants.
        public var isFamilyFriendly: Bool?
        /// Whether every other adult must have approved the titles planned there.
        public var partnerMustLike: Bool?

        /// Creates the request.
        public init(
            profiles: [String]? = nil, dayOfWeek: Int32, start: String, end: String, label: String? = nil,
            isFamilyFriendly: Bool? = nil, partnerMustLike: Bool? = nil
        ) {
            self.profiles = profiles
            self.dayOfWeek = dayOfWeek
            self.start = start
            self.end = end
            self.label = label
            self.isFamilyFriendly = isFamilyFriendly
            self.partnerMustLike = partnerMustLike
        }
    }

    /// Changes the present fields of a window; it may overlap others as a new one may (``AddWindow``).
    public struct EditWindow: Request {
        public typealias Response = ProgrammeWindow
        public static let safety = CallSafety.idempotentByKey

        /// The window.
        public var id: String
        /// The version that the change is based on.
        public var version: Int64
        /// As in ``AddWindow``.
        public var profiles: [String]?
        /// As in ``AddWindow``.
        public var dayOfWeek: Int32?
        /// As in ``AddWindow``.
        public var start: String?
        /// As in ``AddWindow``.
        public var end: String?
        /// As in ``AddWindow``; empty removes it.
        public var label: String?
        /// As in ``AddWindow``.
        public var isFamilyFriendly: Bool?
        /// As in ``AddWindow``.
        public var partnerMustLike: Bool?

        /// Creates the request; nil leaves a field unchanged.
        public init(id: String, version: Int64) {
            self.id = id
            self.version = version
        }
    }

    /// Removes a window. Its slots stay.
    public struct RemoveWindow: Request {
        public typealias Response = Empty
        public static let safety = CallSafety.idempotentByKey

        /// The window.
        public var id: String
        /// The version that was seen.
        public var version: Int64

        /// Creates the request.
        public init(id: String, version: Int64) {
            self.id = id
            self.version = version
        }
    }

    /// The household's windows, by day and time.
    public struct ListWindows: Request {
        public typealias Response = WindowList
        public static let safety = CallSafety.readOnly

        /// Creates the request.
        public init() {}
    }
}

/// A weekly viewing window.
public struct ProgrammeWindow: Codable, Sendable, Hashable {
    /// Its id.
    public var id: String
    /// Grows with every change.
    public var version: Int64
    /// The viewers, sorted.
    public var profiles: [String]
    /// 1 for Monday to 7 for Sunday.
    public var dayOfWeek: Int32
    /// The start, `HH:mm`.
    public var start: String
    /// When it ends, `HH:mm`; not after the start: on the next day.
    public var end: String
    /// Its name.
    public var label: String?
    /// Whether only titles that kids may see are planned there.
    public var isFamilyFriendly: Bool
    /// Whether every other adult must have approved the titles planned there.
    public var partnerMustLike: Bool

    /// Describes a window.
    public init(
        id: String, version: Int64, profiles: [String], dayOfWeek: Int32, start: String, end: String, label: String?,
        isFamilyFriendly: Bool, partnerMustLike: Bool
    ) {
        self.id = id
        self.version = version
        self.profiles = profiles
        self.dayOfWeek = dayOfWeek
        self.start = start
        self.end = end
        self.label = label
        self.isFamilyFriendly = isFamilyFriendly
        self.partnerMustLike = partnerMustLike
    }
}

/// The household's windows.
public struct WindowList: Codable, Sendable, Hashable {
    /// The windows, by day and time.
    public var windows: [ProgrammeWindow]
    /// The household's time zone, by IANA's name.
    public var timeZone: String

    /// Lists windows.
    public init(windows: [ProgrammeWindow], timeZone: String) {
        self.windows = windows
        self.timeZone = timeZone
    }
}
