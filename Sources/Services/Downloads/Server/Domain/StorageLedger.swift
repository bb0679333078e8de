/// The quota accounting. A file counts in full for each profile that has it, so that no profile exceeds its quota
/// because another releases the file; on disk it is stored once.
///
/// Space is reserved before bytes are written: a file never has more bytes than its reservation, and the reservations
/// of a profile's files never exceed its quota.
struct StorageLedger: Hashable, Sendable {
    /// A file's space.
    struct Entry: Hashable, Sendable {
        /// Bytes on the disk.
        var bytes: Int64 = 0
        /// The bytes it may grow to.
        var reserved: Int64 = 0
        var profiles: Set<String>
        var isCompleted = false

        /// The bytes that count against quotas.
        var charge: Int64 { max(bytes, reserved) }
    }

    /// A reservation that does not fit.
    enum Refusal: Error, Hashable {
        /// A profile's quota is exceeded.
        case quota(profile: String, used: Int64, limit: Int64, needed: Int64)
        /// The disk is full.
        case disk(used: Int64, limit: Int64, needed: Int64)
    }

    /// The files, by row.
    private(set) var entries: [Int64: Entry]
    /// The quota in bytes of each profile without one of its own.
    private let limit: Int64
    /// The quotas of the profiles that have one of their own.
    private let limits: [String: Int64]
    /// Bytes that can still be written to the disk above the floor; nil where that is not checked.
    let freeDiskBytes: Int64?

    init(
        _ entries: [Int64: Entry] = [:], limit: Int64, limits: [String: Int64] = [:], freeDiskBytes: Int64? = nil
    ) {
        self.entries = entries
        self.limit = limit
        self.limits = limits
        self.freeDiskBytes = freeDiskBytes
    }

    /// A profile's quota in bytes.
    func limit(of profile: String) -> Int64 { limits[profile] ?? limit }

    /// Whether a profile has a quota of its own.
    func hasOwnLimit(_ profile: String) -> Bool { limits[profile] != nil }

    /// The sum of a profile's charges.
    func charge(of profile: String) -> Int64 {
        entries.values.reduce(0) { $1.profiles.contains(profile) ? Self.sum($0, $1.charge) : $0 }
    }

    /// Bytes reserved and not yet on the disk.
    var outstanding: Int64 { entries.values.reduce(0) { Self.sum($0, $1.charge - $1.bytes) } }

    /// A profile's completed files, the largest first.
    func deletable(by profile: String) -> [Int64] {
        entries.filter { $0.value.isCompleted && $0.value.profiles.contains(profile) }
            .sorted { ($1.value.bytes, $0.key) < ($0.value.bytes, $1.key) }.map(\.key)
    }

    /// Adds a file to a profile with a reservation of `bytes`; one that other profiles have keeps its own.
    mutating func add(_ file: Int64, bytes: Int64, for profile: String) throws(Refusal) {
        let known = entries[file]
        guard known?.profiles.contains(profile) != true else { return }
        var entry = known ?? Entry(reserved: bytes, profiles: [])
        try check(entry.charge, for: [profile], from: known ?? Entry(profiles: []))
        entry.profiles.insert(profile)
        entries[file] = entry
    }

    /// Sets a file's reservation to `bytes`, or to its bytes on the disk if those are more.
    mutating func reserve(_ bytes: Int64, for file: Int64) throws(Refusal) {
        guard var entry = entries[file] else { return }
        let needed = max(bytes, entry.bytes)
        // A smaller one always fits.
        if needed > entry.charge { try check(needed, for: entry.profiles, from: entry) }
        entry.reserved = needed
        entries[file] = entry
    }

    /// Raises a file's reservation to the `bytes` it needs. Those of its profiles without quota for that release it,
    /// unless none could keep it or the caller is one of them.
    ///
    /// - Returns: the profiles that have released it.
    mutating func insist(on bytes: Int64, for file: Int64, caller: String? = nil) throws(Refusal) -> Set<String> {
        guard let entry = entries[file] else { return [] }
        if let caller, bytes > entry.charge { try check(bytes, for: [caller], from: entry) }
        let left = entry.profiles.filter { bytes > entry.charge && bytes > limit(of: $0) - used(by: $0, beside: entry) }
        guard left.count < entry.profiles.count else {
            try reserve(bytes, for: file)
            return []
        }
        for profile in left { remove(file, for: profile) }
        try reserve(bytes, for: file)
        return left
    }

    /// Records `bytes` on the disk, which were reserved before.
    mutating func write(_ bytes: Int64, to file: Int64) {
        precondition(bytes <= entries[file]?.reserved ?? bytes, "bytes came before their room was reserved")
        entries[file]?.bytes = bytes
    }

    /// Drops a complete file's unused reservation.
    mutating func complete(_ file: Int64) {
        guard var entry = entries[file] else { return }
        (entry.isCompleted, entry.reserved) = (true, entry.bytes)
        entries[file] = entry
    }

    /// Releases a file for a profile; the last one deletes it.
    mutating func remove(_ file: Int64, for profile: String) {
        entries[file]?.profiles.remove(profile)
        if entries[file]?.profiles.isEmpty == true { entries[file] = nil }
    }

    /// Rejects a charge that does not fit, for the first profile by name that it does not fit.
    private func check(_ charge: Int64, for profiles: Set<String>, from entry: Entry) throws(Refusal) {
        for profile in profiles.sorted() {
            let used = used(by: profile, beside: entry)
            let limit = limit(of: profile)
            guard charge <= limit - used else {
                throw .quota(profile: profile, used: used, limit: limit, needed: charge)
            }
        }
        let more = charge - entry.charge
        if let freeDiskBytes, more > 0, more > freeDiskBytes - outstanding {
            throw .disk(used: outstanding, limit: freeDiskBytes, needed: more)
        }
    }

    /// A profile's charges without that of one file.
    private func used(by profile: String, beside entry: Entry) -> Int64 {
        charge(of: profile) - (entry.profiles.contains(profile) ? entry.charge : 0)
    }

    private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? .max : sum
    }
}
