internal import Foundation
internal import HearthModel
internal import ProfilesAPI
internal import SchedulerAPI

// Converts stored values to the contract's.

extension ViewingWindow {
    var response: ProgrammeWindow {
        ProgrammeWindow(
            id: id, version: version, profiles: profiles.sorted(), dayOfWeek: Int32(weekday.number),
            start: start.description, end: end.description, label: label, isFamilyFriendly: isFamilyFriendly,
            partnerMustLike: partnerMustLike)
    }
}

extension Slot {
    /// The slot as a viewer may see it.
    func response(for viewer: Viewer) -> ProgrammeSlot {
        let isHidden = show.map { !viewer.policy.allows($0.card) } ?? false
        return ProgrammeSlot(
            id: id, version: version, kind: kind, profiles: profiles.sorted(), start: start.description,
            minutes: Int32(minutes), rule: rule?.description, exceptions: exceptions.sorted().map(\.description),
            card: isHidden ? nil : show?.card, isAvailable: show?.isAvailable ?? true,
            episodes: Int32(show?.episodes ?? 1),
            title: isHidden ? Self.hiddenTitle : label ?? show?.card.longTitle ?? Self.placeholderTitle,
            isFamilyFriendly: isFamilyFriendly, partnerMustLike: partnerMustLike,
            reasons: isHidden ? [] : [viewer.profile.flatMap { privateReasons[$0] }].compactMap(\.self) + reasons)
    }

    private static let hiddenTitle = "Taken"
    private static let placeholderTitle = "TV"

    var kind: SlotKind {
        if rule != nil { return .recurring }
        return switch origin {
        case .booked: .booked
        case .generated: .generated
        case .placeholder: .placeholder
        }
    }
}

extension Occurrence {
    func response(for viewer: Viewer, _ zone: HouseholdTimeZone) -> ProgrammeTime {
        ProgrammeTime(
            slot: slot.response(for: viewer), day: day.description, localStart: zone.wall(at: span.start).description,
            localEnd: zone.wall(at: span.end).description,
            start: Date(timeIntervalSince1970: Double(span.start)), end: Date(timeIntervalSince1970: Double(span.end)))
    }
}

extension ProgrammeSlot {
    /// The title, with the number of episodes when there is more than one, and whether it can be watched.
    var shownTitle: String {
        let known = episodes > 1 && card != nil ? "\(title), \(episodes) eps" : title
        return isAvailable ? known : "\(known) (no longer available)"
    }
}

extension WeekGrid.Day {
    func response(for viewer: Viewer) -> ProgrammeDay {
        ProgrammeDay(
            date: date.description,
            rows: rows.map { row in
                ProgrammeRow(profile: row.profile, cells: row.cells.map { $0.response(for: viewer) })
            })
    }
}

extension WeekGrid.Cell {
    fileprivate func response(for viewer: Viewer) -> ProgrammeCell {
        let slots = occurrences.map { $0.slot.response(for: viewer) }
        return ProgrammeCell(
            time: time.description, isRepeated: isRepeated, start: Date(timeIntervalSince1970: Double(span.start)),
            state: slots.first.map { CellState($0.kind) } ?? .free, label: slots.first?.shownTitle ?? "Free",
            isFamilyFriendly: slots.first?.isFamilyFriendly ?? window?.isFamilyFriendly ?? false,
            slots: slots.map(\.id), window: window?.id)
    }
}

extension ShowRow {
    /// - Parameters:
    ///   - now: in seconds since 1970.
    ///   - rule: how many profiles have to approve it for a match.
    func response(now: Int, _ rule: MatchRule) -> ProgrammeShow {
        func said(_ isYes: Bool) -> [String] { opinion.approvals.filter { $0.value == isYes }.keys.sorted() }
        var show = ProgrammeShow(
            card: card, approvedBy: said(true), refusedBy: said(false),
            vetoedBy: opinion.vetoes.filter { now - $0.value < Scoring.vetoHolds }.keys.sorted(),
            isBingeable: opinion.isBingeable,
            isMaybe: opinion.isMaybe, moods: opinion.moods)
        let matched = opinion.match(by: rule)
        if !matched.isEmpty { show.matchedBy = matched }
        return show
    }
}

extension Generator.Proposal {
    var alternative: SlotAlternative {
        SlotAlternative(
            card: show.card, episodes: Int32(show.episodes), title: title, profiles: profiles.sorted(),
            start: start.description, minutes: Int32(minutes), isFamilyFriendly: window.isFamilyFriendly,
            partnerMustLike: window.partnerMustLike, reasons: [privateReason].compactMap(\.self) + reasons,
            points: Int64(points))
    }

    /// The slot that it becomes, chosen for a profile.
    func slot(_ id: String, for profile: String) -> Slot {
        var slot = Slot(
            id: id, row: .max, profiles: profiles, start: start, minutes: minutes, origin: .generated)
        (slot.show, slot.label, slot.reasons) = (show, title, reasons)
        slot.privateReasons[profile] = privateReason
        (slot.isFamilyFriendly, slot.partnerMustLike) = (window.isFamilyFriendly, window.partnerMustLike)
        return slot
    }
}
