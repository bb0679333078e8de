public import Foundation

/// How a source is kept up to date.
public struct SourceFeed: Codable, Sendable, Hashable {
    /// Where it comes from: the server alone.
    public var address: String
    /// After how many minutes it is fetched again; 0 for never by itself.
    public var refreshMinutes: Int32
    /// Whether it is left alone.
    public var isDisabled: Bool
    /// When it was last tried to fetch it.
    public var tried: Date?
    /// When it is fetched next.
    public var due: Date?
    /// How often in a row it could not be taken in.
    public var failures: Int32
    /// Why not, the last time, for people. What it had brought before is still there.
    public var problem: String?
    /// Whether what came waits to be confirmed: it had less than half of what was there, or is what was undone. Absent where
    /// not.
    public var isHeld: Bool?
    /// What the panel says of the account, for Xtream Codes.
    public var account: PanelAccount?
    /// The time zone in which a guide's times without one are; absent for UTC.
    public var timeZone: String?
    /// Of Xtream Codes, how many series and films are still to be asked after: the next of them when the source is fetched next. Absent
    /// where none are.
    public var titlesLeft: Int64?

    /// Describes a feed that was never tried.
    public init(address: String, refreshMinutes: Int32, isDisabled: Bool) {
        self.address = address
        self.refreshMinutes = refreshMinutes
        self.isDisabled = isDisabled
        failures = 0
    }
}

/// An account with a provider, as its Xtream Codes panel described it last.
public struct PanelAccount: Codable, Sendable, Hashable {
    /// `Active`, `Expired`, `Banned`, `Disabled`, or the panel's own word.
    public var status: String
    /// When it expires; absent when it does not.
    public var expires: Date?
    /// Whether it is one for trying out.
    public var isTrial: Bool
    /// Streams that may be watched at once.
    public var maximumConnections: Int32?
    /// Streams that were being watched.
    public var activeConnections: Int32?
    /// The forms in which live streams are to be had, such as `ts` and `m3u8`.
    public var formats: [String]
    /// The panel's time zone, such as `Europe/London`.
    public var timeZone: String?

    /// Describes an account of which only the status is known.
    public init(status: String) {
        self.status = status
        isTrial = false
        formats = []
    }
}
