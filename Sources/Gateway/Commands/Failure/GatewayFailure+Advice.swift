internal import DownloadsAPI
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import ReadingListAPI

extension GatewayFailure {
    /// The advice for titles' IDs.
    static let idAdvice = "`hearth search WORDS` shows the ids of titles, in the column ID."

    /// The advice for a service's problem, by its code.
    private static let byProblem: [String: String] = [
        ProfilesProblem.Code.unknownProfile.rawValue: "`hearth profile list` shows the profiles.",
        ProfilesProblem.Code.unknownContent.rawValue: idAdvice,
        ProfilesProblem.Code.pinRequired.rawValue: PINOptions.advice,
        ProfilesProblem.Code.pinWrong.rawValue:
            "Try again. The owner replaces a forgotten one with `hearth household pin set`, that of a profile with "
            + "`hearth profile pin set`.",
        ProfilesProblem.Code.notYours.rawValue: "Its own member and the owner can do that.",
        DownloadsProblem.Code.unknownDownload.rawValue: "`hearth download` shows the ids of downloads.",
        DownloadsProblem.Code.unknownFile.rawValue: "The main file, which is read without --file, names the others.",
        DownloadsProblem.Code.storageQuotaExceeded.rawValue:
            "See `hearth download storage`, and `hearth download delete` downloads that are no longer needed.",
        PlaybackProblem.Code.notQueued.rawValue: "`hearth queue` shows what is queued.",
        PlaybackProblem.Code.unknownVariant.rawValue: "`hearth title ID` shows the links of a title.",
        PlaybackProblem.Code.unknownSession.rawValue: "`hearth history --json` shows the sessions.",
        PlaybackProblem.Code.noFreeSlot.rawValue:
            "`hearth source slots` shows which sessions hold the streams; `hearth household --slot-rule end-oldest` ends "
            + "one by itself.",
        PlaybackProblem.Code.limitReached.rawValue: "An adult grants more for today with `hearth limits grant`.",
        PlaybackProblem.Code.noLimits.rawValue: "`hearth limits set` sets limits.",
        ReadingListProblem.Code.unknownLink.rawValue:
            "`hearth read list` shows the ids of links, and with --archive of those that were read.",
        ReadingListProblem.Code.unknownRule.rawValue: "`hearth read rules` shows the rules.",
        HouseholdProblem.Code.otherHousehold.rawValue: "`hearth status` and the service's log name the file.",
        HouseholdProblem.Code.unknownHousehold.rawValue: "Or name another one with --household.",
        profileQuarantined:
            "`hearth quarantine` shows what is kept; `hearth quarantine restore` restores a profile.",
        featureRequired: "`hearth plan features` lists what each plan has.",
    ]

    /// The code of a call that needs a feature which the household's plan lacks.
    static let featureRequired = "featureRequired"

    /// The code of a call as a profile that is in quarantine.
    static let profileQuarantined = "profileQuarantined"

    /// The message of a service whose shard exists and cannot be opened (ServiceKit's `ShardError`).
    private static let unopened = "The household's data cannot be opened"

    /// Whether a service answers and cannot open its shard, so that waiting for the service changes nothing.
    static func isUnopened(_ error: RPCError) -> Bool { error.message.hasPrefix(unopened) }

    /// The advice for a failed call, and whether a retry can succeed.
    static func advice(_ error: RPCError, service: String, problem: String?) -> (String?, Bool) {
        if let wait = error.retryAfter, error.code == .resourceExhausted {
            return ("Try again in \(AmountFormatter.seconds(Double(wait.components.seconds) + 1)).", true)
        }
        if problem == HouseholdProblem.Code.shardMissing.rawValue {
            return (
                "`hearth status` and the service's log name the file. Without a copy: hearth household begin-empty \(service)",
                false
            )
        }
        if let advice = problem.flatMap({ byProblem[$0] }) { return (advice, false) }
        return switch error.code {
        case .unavailable where error.message.hasPrefix(unopened):
            ("`hearth status \(service)` names the file and the reason, `hearth doctor` tells how to repair it.", true)
        case .unavailable: ("See `hearth status`; if it is down, `hearth restart \(service)` or `hearth up`.", true)
        case .deadlineExceeded: ("Try again, or give it longer with --timeout.", true)
        case .internal, .unknown: ("Try again; if it stays, the service's log says more.", true)
        case .aborted: ("Try again.", true)
        case .unauthenticated: ("Sign in again: without --token the command does so by itself.", false)
        // A service's problem explains itself; without one the caller's role is insufficient.
        case .permissionDenied where problem == nil: ("Use another profile with --profile.", false)
        case .unimplemented:
            ("The service is older or newer than this command; `hearth list` shows what it has.", false)
        default: (nil, false)
        }
    }

    /// The message for an ID that is no title's, whichever service was called; nil for any other error.
    static func notAnID(_ error: RPCError, problem: String?) -> String? {
        let isTitle =
            problem == ProfilesProblem.Code.unknownContent.rawValue
            || problem == nil && error.code == .notFound && error.message == unknownTitle
        guard isTitle else { return nil }
        let quoted = error.message.firstMatch(of: /"([^"]+)"/).map { " \"\($0.1)\"" } ?? ""
        return quoted.isEmpty
            ? "No title has this id, or the profile may not see it."
            : "No title has the id\(quoted), or the profile may not see it."
    }

    /// The catalog's message for it, which has no code.
    private static let unknownTitle = "There is no such title."
}
