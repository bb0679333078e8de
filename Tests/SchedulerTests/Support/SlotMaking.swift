import HearthModel
import RPC

@testable import SchedulerService

extension Slot {
    /// A slot that takes place once.
    static func once(
        _ id: String, row: Int64 = 1, of profiles: Set<String> = ["a"], _ start: String, minutes: Int = 60
    ) throws -> Slot {
        guard let start = CivilDateTime(start) else { throw InvalidText(text: start) }
        return Slot(id: id, row: row, profiles: profiles, start: start, minutes: minutes, origin: .booked)
    }

    /// The slot with a rule.
    func recurring(_ rule: String) throws -> Slot {
        var slot = self
        slot.rule = try RecurrenceRule(rule)
        return slot
    }
}

extension CivilDate {
    /// A day, or an error where a test has mistyped it.
    static func day(_ text: String) throws -> CivilDate {
        guard let date = CivilDate(text) else { throw InvalidText(text: text) }
        return date
    }
}

extension HouseholdTimeZone {
    static func named(_ name: String) throws -> HouseholdTimeZone {
        guard let zone = HouseholdTimeZone(name) else { throw InvalidText(text: name) }
        return zone
    }
}

/// A text that a test has mistyped.
struct InvalidText: Error { var text: String }
