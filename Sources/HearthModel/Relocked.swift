public import RPC

/// The detail of an UNAUTHENTICATED: the device is shared, and the session of an adult profile has returned to the choice
/// of a profile. Nothing was executed. The client lets the person choose a profile, with its PIN where it has one.
public struct Relocked: RPCDetail {
    public static let typeName = "hearth.Relocked"

    /// When, in seconds since 1970.
    public var at: Int64

    /// Makes the detail.
    public init(at: Int64) { self.at = at }
}

extension RPCError {
    /// The error for a call with the token of a session that has relocked.
    ///
    /// - Parameter time: when, in seconds since 1970.
    package static func relocked(at time: Int64) -> RPCError {
        RPCError(
            .unauthenticated, "This shared device has locked the profile. Choose a profile again.", executed: .no,
            details: [RPCErrorDetail(Relocked(at: time))])
    }
}
