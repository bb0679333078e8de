/// Detects duplicates of call numbers, although messages may be duplicated or out of order.
///
/// A sliding window over ascending numbers (as RFC 4303, section 3.4.3): numbers older than the window count as seen.
struct ReplayWindow: Sendable {
    private static let width: UInt64 = 64
    private(set) var highest: UInt64 = 0
    private var seen: UInt64 = 0

    /// True the first time that `number` (from 1) is passed.
    mutating func accept(_ number: UInt64) -> Bool {
        guard number > 0 else { return false }
        if number > highest {
            let shift = number - highest
            seen = shift >= Self.width ? 1 : (seen << shift) | 1
            highest = number
            return true
        }
        let age = highest - number
        guard age < Self.width, seen & (1 << age) == 0 else { return false }
        seen |= 1 << age
        return true
    }
}
