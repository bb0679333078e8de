public import RPC

/// An error detail of every service that syncs: why a device is not kept in step. Codes are stable, texts may change.
///
/// A plan without ``Feature/deviceSync`` is a ``FeatureRequired`` and no code of this, and a device that was disabled
/// or revoked gets UNAUTHENTICATED from every service: why, it is told when it asks for the next token.
public struct SyncProblem: RPCDetail {
    public static let typeName = "hearth.sync.Problem"

    /// The problem.
    public var code: Code
    /// The profile that it is about; absent: the caller's.
    public var profile: String?

    /// Names a problem.
    public init(_ code: Code, profile: String? = nil) { (self.code, self.profile) = (code, profile) }

    /// The problems.
    public struct Code: OpenEnum {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// FAILED_PRECONDITION: the profile's setting `enableCloudSync` is off.
        public static let disabled = Code(rawValue: "disabled")
        /// OUT_OF_RANGE: the token is older than the deletions that the service keeps, newer than its restored data, or
        /// of another selection or policy. Pull everything.
        public static let fullSyncNeeded = Code(rawValue: "fullSyncNeeded")
        /// PERMISSION_DENIED: the data is another profile's, and not a kids profile's that the caller may read.
        public static let notYours = Code(rawValue: "notYours")
        /// NOT_FOUND: there is no such conflict, or it is no longer kept.
        public static let unknownConflict = Code(rawValue: "unknownConflict")
        /// FAILED_PRECONDITION: the dropped value can no longer be applied, such as a place in a queue that is full.
        public static let conflict = Code(rawValue: "conflict")
        /// Of the next token (`RefreshSession`), beside the code of profiles: the device was disabled, signed out or removed. It
        /// keeps what it has queued, and pushes it when it has signed in again.
        public static let deviceRevoked = Code(rawValue: "deviceRevoked")
    }
}

extension RPCError {
    /// The error for a profile whose sync is off.
    package static func syncDisabled(_ profile: String) -> RPCError {
        RPCError(
            .failedPrecondition,
            "Sync is off for this profile. Turn it on: `hearth settings set enableCloudSync true`.",
            details: [RPCErrorDetail(SyncProblem(.disabled, profile: profile))])
    }

    /// The error for a token that cannot be continued from.
    ///
    /// - Parameter reason: why, as a sentence.
    package static func fullSyncNeeded(_ reason: String) -> RPCError {
        RPCError(
            .outOfRange, "\(reason) Pull everything, and replace what the device has.",
            details: [RPCErrorDetail(SyncProblem(.fullSyncNeeded))])
    }

    /// The error for another profile's data.
    package static func syncNotYours(_ profile: String) -> RPCError {
        RPCError(
            .permissionDenied, "Only adults sync another profile, and only a kids profile.",
            details: [RPCErrorDetail(SyncProblem(.notYours, profile: profile))])
    }

    /// The error for a conflict that is not there.
    package static func unknownSyncConflict() -> RPCError {
        RPCError(
            .notFound, "There is no such conflict. `hearth sync conflicts` lists those of the last 30 days.",
            details: [RPCErrorDetail(SyncProblem(.unknownConflict))])
    }

    /// The error for a reversal that cannot be made.
    package static func syncConflict(_ reason: String) -> RPCError {
        RPCError(
            .failedPrecondition, "It cannot be reversed: \(reason)",
            details: [RPCErrorDetail(SyncProblem(.conflict))])
    }
}
