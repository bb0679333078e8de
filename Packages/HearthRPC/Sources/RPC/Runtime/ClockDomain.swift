/// Which monotonic clock a process reads.
///
/// Two processes of one boot and one time namespace read the same CLOCK_MONOTONIC, so deadlines need no estimate
/// between them; every other pair works with an offset (`ClockOffset`).
public struct ClockDomain: Sendable, Hashable, Codable {
    /// The boot's random id (`/proc/sys/kernel/random/boot_id`).
    public var bootID: String
    /// The time namespace, as the kernel names it (`time:[4026531834]`).
    public var timeNamespace: String

    /// Names a clock by its boot and time namespace.
    public init(bootID: String, timeNamespace: String) {
        self.bootID = bootID
        self.timeNamespace = timeNamespace
    }

    /// Whether both are certainly the same clock: an empty boot id equals no other.
    public func isSame(as other: ClockDomain) -> Bool { !bootID.isEmpty && self == other }

    private enum CodingKeys: Int, CodingKey {
        case bootID = 1
        case timeNamespace = 2
    }
}
