internal import CatalogAPI
internal import DownloadsAPI
internal import HearthModel
internal import MetadataGatewayAPI
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import ReadingListAPI
internal import SchedulerAPI
internal import ServiceKit

/// Why a command failed: the error, the advice, and whether to retry.
struct GatewayFailure: Error, Sendable, Hashable {
    /// A name for scripts that stays: gRPC's code, or the service's own for its rule.
    var code: String
    /// The error.
    var message: String
    /// The advice.
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
    /// The service's own code of a problem; nil when the error carries none.
    private static func problem(of error: RPCError) -> String? {
        // One after the other: a chain of `??` takes seconds to type-check.
        if let problem = error.detail(HouseholdProblem.self) { return problem.code.rawValue }
        if let problem = error.detail(ProfilesProblem.self) { return problem.code.rawValue }
        if let problem = error.detail(PlaybackProblem.self) { return problem.code.rawValue }
        if let problem = error.detail(ReadingListProblem.self) { return problem.code.rawValue }
        if let problem = error.detail(SchedulerProblem.self) { return problem.code.rawValue }
        if let problem = error.detail(DownloadsProblem.self) { return problem.code.rawValue }
        if let problem = error.detail(MetadataProblem.self) { return problem.code.rawValue }
        if let problem = error.detail(CatalogProblem.self) { return problem.code.rawValue }
        if let problem = error.detail(SyncProblem.self) { return problem.code.rawValue }
        if error.detail(FeatureRequired.self) != nil { return featureRequired }
        return error.detail(ProfileQuarantined.self) == nil ? nil : profileQuarantined
    }

    /// Converts a failed call.
    ///
    /// - Parameter see: the command that shows the outcome, when it is unknown.
    init(_ error: RPCError, service: String, safety: CallSafety, see: String?) {
        let problem = Self.problem(of: error)
        let isUnknown = error.executed == .maybe && safety != .readOnly
        code = isUnknown ? "UNKNOWN_OUTCOME" : problem ?? error.code.description
        let notAnID = Self.notAnID(error, problem: problem)
        message = isUnknown ? "The outcome is unknown: \(error.message)" : notAnID ?? error.message
        executed = isUnknown || safety != .readOnly ? error.executed : .no
        // The error's origin, when it was forwarded by another service.
        let source = error.origin.map(ProcessName.of) ?? service
        self.service = source
        retryAfterSeconds = error.retryAfter.map { Double($0.wholeMilliseconds) / 1_000 }
        (advice, canRetry) = Self.advice(error, service: source, problem: problem)
        if notAnID != nil { advice = Self.idAdvice }
        status = Self.dataProblems.contains(problem ?? "") ? .configuration : Self.status(of: error.code)
        if isUnknown {
            advice = see.map { "Run `\($0)` to see." } ?? "Look before doing it again."
            canRetry = safety != .unsafe
            status = .unknown
        }
    }

    /// The problems of a household's data that only its operator can repair.
    private static let dataProblems = [
        HouseholdProblem.Code.shardMissing.rawValue, HouseholdProblem.Code.otherHousehold.rawValue,
    ]

    /// Whether a service refuses because its shard is missing.
    var lacksShard: Bool { code == HouseholdProblem.Code.shardMissing.rawValue }

    /// Whether no household has the given name.
    var isOfUnknownHousehold: Bool { code == HouseholdProblem.Code.unknownHousehold.rawValue }

    /// Whether the household's PIN is required, and none was given.
    var needsPIN: Bool { code == ProfilesProblem.Code.pinRequired.rawValue }

    /// Whether a service refuses because its shard or the token is of another household.
    var isOfOtherHousehold: Bool { code == HouseholdProblem.Code.otherHousehold.rawValue }

    /// Whether the token does not count: it cannot be verified, or its member or profile was deleted.
    var isUnauthenticated: Bool {
        code == RPCCode.unauthenticated.description || code == ProfilesProblem.Code.profileGone.rawValue
    }

    private static func status(of code: RPCCode) -> ExitStatus {
        switch code {
        case .unavailable, .deadlineExceeded, .unimplemented: .unavailable
        case .unauthenticated, .permissionDenied: .notPermitted
        case .invalidArgument: .usage
        case .internal, .unknown, .dataLoss: .fatal
        default: .failure
        }
    }
}
