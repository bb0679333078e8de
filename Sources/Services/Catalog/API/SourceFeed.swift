public import Foundation

/// The feed of a source that is refreshed on a schedule.
public struct SourceFeed: Codable, Sendable, Hashable {
    /// The server of its address; the rest may be a secret.
    public var address: String
    /// The refresh interval in minutes; 0 for no schedule.
    public var refreshMinutes: Int32
    /// Whether it is disabled.
    public var isDisabled: Bool
    /// The last attempt to fetch it.
    public var tried: Date?
    /// The next refresh.
    public var due: Date?
    /// The number of consecutive failures.
    public var failures: Int32
    /// The reason of the last failure, for display. The previous titles remain.
    public var problem: String?
    /// Whether the fetched import is held for confirmation: it had less than half of the previous titles, or was
    /// undone. Absent where not.
    public var isHeld: Bool?
    /// The account's state at the panel, for Xtream Codes.
    public var account: PanelAccount?
    /// The time zone of a guide's times without one; absent: UTC.
    public var timeZone: String?
    /// For Xtream Codes, the number of series and films whose details are still to be fetched: the next refresh fetches
    /// more of them. Absent where none are.
    public var titlesLeft: Int64?

    /// Makes a feed that was never fetched.
    public init(address: String, refreshMinutes: Int32, isDisabled: Bool) {
        self.address = address
        self.refreshMinutes = refreshMinutes
        self.isDisabled = isDisabled
        failures = 0
    }
}

/// A provider's account, as its Xtream Codes panel last described it.
public struct PanelAccount: Codable, Sendable, Hashable {
    /// `Active`, `Expired`, `Banned`, `Disabled`, or the panel's own word.
    public var status: String
    /// When it expires; absent when it does not.
    public var expires: Date?
    /// Whether it is a trial.
    public var isTrial: Bool
    /// The maximum number of concurrent streams.
    public var maximumConnections: Int32?
    /// The number of active streams.
    public var activeConnections: Int32?
    /// The formats of live streams, such as `ts` and `m3u8`.
    public var formats: [String]
    /// The panel's time zone, such as `Europe/London`.
    public var timeZone: String?

    /// Makes an account of which only the status is known.
    public init(status: String) {
        self.status = status
        isTrial = false
        formats = []
    }
}
