internal import CatalogAPI
internal import DownloadsAPI
internal import Household
internal import MetadataGatewayAPI
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import ReadingListAPI
internal import SchedulerAPI
internal import ServiceKit

/// Why a command did not do what it was asked, as a person is told: what happened, what to do, whether to try again.
struct GatewayFailure: Error, Sendable, Hashable {
    /// A name for scripts that stays: gRPC's code, or the service's own for its rule.
    var code: String
    /// What happened.
    var message: String
    /// What to do.
    var advice: String?
    /// Whether the same command can work later.
    var canRetry: Bool
    /// When to try again at the earliest, in seconds.
    var retryAfterSeconds: Double?
    /// Whether the call had an effect; nil when there was no call.
    var executed: Executed?
    /// The service that it is about.
    var service: String?
    /// The exit code.
    var status: ExitStatus

    init(
        _ code: String, _ message: String, advice: String? = nil, canRetry: Bool = false,
        status: ExitStatus = .failure
    ) {
        self.code = code
        self.message = message
        self.advice = advice
        self.canRetry = canRetry
        self.status = status
    }
}

extension GatewayFailure {
    /// What a failed call comes to.
    ///
    /// - Parameter see: the command that shows what became of it, when that is not known.
    init(_ error: RPCError, service: String, safety: CallSafety, see: String?) {
        let problem =
            error.detail(HouseholdProblem.self)?.code.rawValue ?? error.detail(ProfilesProblem.self)?.code.rawValue
            ?? error.detail(PlaybackProblem.self)?.code.rawValue
            ?? error.detail(ReadingListProblem.self)?.code.rawValue
            ?? error.detail(SchedulerProblem.self)?.code.rawValue
            ?? error.detail(DownloadsProblem.self)?.code.rawValue
            ?? error.detail(MetadataProblem.self)?.code.rawValue
            ?? error.detail(CatalogProblem.self)?.code.rawValue
            ?? error.detail(ProfileQuarantined.self).map { _ in Self.profileQuarantined }
        let isUnknown = error.executed == .maybe && safety != .readOnly
        code = isUnknown ? "UNKNOWN_OUTCOME" : problem ?? error.code.description
        message = isUnknown ? "The outcome is unknown: \(error.message)" : error.message
        executed = isUnknown || safety != .readOnly ? error.executed : .no
        // Whom the error is from, when it came through another.
        let source = error.origin.map(ProcessName.of) ?? service
        self.service = source
        retryAfterSeconds = error.retryAfter.map { Double($0.wholeMilliseconds) / 1_000 }
        (advice, canRetry) = Self.advice(error, service: source, problem: problem)
        status = Self.dataProblems.contains(problem ?? "") ? .configuration : Self.status(of: error.code)
        if isUnknown {
            advice = see.map { "Run `\($0)` to see." } ?? "Look before doing it again."
            canRetry = safety != .unsafe
            status = .unknown
        }
    }

    /// The problems of a household's data that only its operator can put right.
    private static let dataProblems = [
        HouseholdProblem.Code.shardMissing.rawValue, HouseholdProblem.Code.otherHousehold.rawValue,
    ]

    /// Whether a service refuses because its shard is missing.
    var lacksShard: Bool { code == HouseholdProblem.Code.shardMissing.rawValue }

    /// Whether a service refuses because its shard or the token is of another household.
    var isOfOtherHousehold: Bool { code == HouseholdProblem.Code.otherHousehold.rawValue }

    /// Whether the token does not count: it cannot be verified, or its member or profile was deleted.
    var isUnauthenticated: Bool {
        code == RPCCode.unauthenticated.description || code == ProfilesProblem.Code.profileGone.rawValue
    }

    /// The code of a call as a profile that is in quarantine.
    private static let profileQuarantined = "profileQuarantined"

    private static func status(of code: RPCCode) -> ExitStatus {
        switch code {
        case .unavailable, .deadlineExceeded, .unimplemented: .unavailable
        case .unauthenticated, .permissionDenied: .notPermitted
        case .invalidArgument: .usage
        case .internal, .unknown, .dataLoss: .fatal
        default: .failure
        }
    }

    private static func advice(_ error: RPCError, service: String, problem: String?) -> (String?, Bool) {
        if let wait = error.retryAfter, error.code == .resourceExhausted {
            return ("Try again in \(Amounts.seconds(Double(wait.components.seconds) + 1)).", true)
        }
        if problem == DownloadsProblem.Code.storageQuotaExceeded.rawValue {
            return ("See `hearth download storage`, and `hearth download delete` what is not needed any more.", false)
        }
        switch problem {
        case HouseholdProblem.Code.shardMissing.rawValue:
            return (
                "`hearth status` and the service's log name the file. Without a copy: hearth household begin-empty \(service)",
                false
            )
        case HouseholdProblem.Code.otherHousehold.rawValue:
            return ("`hearth status` and the service's log name the file.", false)
        case HouseholdProblem.Code.unknownHousehold.rawValue: return ("Or name another one with --household.", false)
        case profileQuarantined:
            return ("`hearth quarantine` shows what is kept; `hearth quarantine restore` takes a profile back.", false)
        default: break
        }
        return switch error.code {
        case .unavailable: ("See `hearth status`; if it is down, `hearth restart \(service)` or `hearth up`.", true)
        case .deadlineExceeded: ("Try again, or give it longer with --timeout.", true)
        case .internal, .unknown: ("Try again; if it stays, the service's log says more.", true)
        case .aborted: ("Try again.", true)
        case .unauthenticated: ("Sign in again: without --token the command does so by itself.", false)
        case .permissionDenied where problem == "pinRequired": ("Give the household's PIN.", false)
        case .permissionDenied: ("Use another profile with --profile.", false)
        case .notFound: ("Check the name or id with `hearth search`, or try a different search.", false)
        case .unimplemented:
            ("The service is older or newer than this command; `hearth list` shows what it has.", false)
        default: (nil, false)
        }
    }
}
