internal import HearthModel
internal import RPC
internal import SchedulerAPI

/// The errors of this service, and their messages.
enum SchedulerError: Error, Sendable {
    case unknownWindow
    case unknownSlot
    case notThatDay(CivilDate)
    case unknownContent(ContentID)
    case unknownProfile(String)
    case taken(Timetable.Clash, HouseholdTimeZone, Viewer)
    case windowTaken(ViewingWindow)
    case inThePast(CivilDateTime, now: CivilDateTime)
    case notForEverybody(String)
    case slotChanged(yours: Int64, Slot, Viewer)
    case windowChanged(yours: Int64, ViewingWindow)
    case badRule(String)
    case noProfile
    case notYours
    case profileGone
    case limitReached(String, Int)
}

extension SchedulerError: RPCErrorConvertible {
    var rpcError: RPCError {
        var error = RPCError(code, message, details: [RPCErrorDetail(SchedulerProblem(problem))])
        switch self {
        case .badRule: error.details.append(RPCErrorDetail(InvalidField(field: "rule", problem: message)))
        case .taken(let clash, let zone, let viewer):
            error.details.append(
                RPCErrorDetail(
                    SlotClash(
                        wanted: zone.wall(at: clash.requested.span.start).description,
                        inTheWay: clash.inTheWay.response(for: viewer, zone))))
        case .windowTaken(let window): error.details.append(RPCErrorDetail(WindowClash(inTheWay: window.response)))
        case .inThePast: error.details.append(RPCErrorDetail(InvalidField(field: "start", problem: message)))
        case .slotChanged(let yours, let slot, let viewer):
            error.details.append(
                RPCErrorDetail(ChangedMeanwhile(yours: yours, current: slot.version, slot: slot.response(for: viewer))))
        case .windowChanged(let yours, let window):
            error.details.append(
                RPCErrorDetail(ChangedMeanwhile(yours: yours, current: window.version, window: window.response)))
        default: break
        }
        return error
    }

    private var code: RPCCode {
        switch self {
        case .unknownWindow, .unknownSlot, .notThatDay, .unknownContent, .unknownProfile: .notFound
        case .taken, .windowTaken, .inThePast, .notForEverybody: .failedPrecondition
        case .slotChanged, .windowChanged: .aborted
        case .badRule: .invalidArgument
        case .noProfile, .notYours: .permissionDenied
        case .profileGone: .unauthenticated
        case .limitReached: .resourceExhausted
        }
    }

    private var problem: SchedulerProblem.Code {
        switch self {
        case .unknownWindow: .unknownWindow
        case .unknownSlot, .notThatDay: .unknownSlot
        case .unknownContent: .unknownContent
        case .unknownProfile: .unknownProfile
        case .taken: .slotTaken
        case .windowTaken: .windowTaken
        case .inThePast: .inThePast
        case .notForEverybody: .notForEverybody
        case .slotChanged, .windowChanged: .changedMeanwhile
        case .badRule: .badRule
        case .noProfile: .noProfile
        case .notYours: .notYours
        case .profileGone: .profileGone
        case .limitReached: .limitReached
        }
    }

    private var message: String {
        switch self {
        case .unknownWindow: "There is no such window; it may have been removed. List them again."
        case .unknownSlot: "There is no such slot; it may have been removed. Look at the week again."
        case .notThatDay(let day): "It does not take place on \(day)."
        case .unknownContent(let id): "The library has no title \"\(id)\". Try a search."
        case .unknownProfile(let id): "There is no profile \"\(id.prefix(100))\" here."
        case .taken(let clash, let zone, let viewer):
            "On \(zone.wall(at: clash.requested.span.start)) two slots of a profile would overlap:"
                + " \"\(clash.inTheWay.slot.response(for: viewer).title)\" (\(clash.inTheWay.slot.id)),"
                + " from \(zone.wall(at: clash.inTheWay.span.start)) to \(zone.wall(at: clash.inTheWay.span.end)),"
                + " is in the way. Choose another time, or remove that one."
        case .windowTaken(let window):
            "The same profiles have a window on \(window.weekday.name) from \(window.start) to \(window.end) already"
                + " (\(window.id)). Change or remove that one, or choose another time."
        case .inThePast(let end, let now):
            "start: it would be over at \(end), and the household's clocks show \(now). Choose a later time."
        case .notForEverybody(let why): why
        case .slotChanged, .windowChanged:
            "It was changed by another call in the meantime. Fetch it again, and retry."
        case .badRule(let why): "rule: \(why)"
        case .noProfile: "This call needs an acting profile; the caller has none."
        case .notYours: "A kids profile may plan only for itself."
        case .profileGone: "A profile of this call has been deleted. Sign in again."
        case .limitReached(let what, let limit): "A household has at most \(limit) \(what). Remove some first."
        }
    }
}
