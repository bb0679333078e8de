internal import CatalogAPI
internal import DownloadsAPI
public import HearthModel
internal import MetadataGatewayAPI
internal import PlaybackStateAPI
internal import ProfilesAPI
public import RPC
internal import RPCDiagnostics
internal import ReadingListAPI
internal import SchedulerAPI
internal import WebAPI

/// A service's contract, and the file of `protocols/` that describes it.
public struct Contract: Sendable {
    /// The file's name without its ending: `catalog`.
    public let file: String
    /// The service.
    public let service: any RPCService.Type
    /// The error details that it defines beyond its messages.
    public let details: [any RPCDetail.Type]

    /// Describes a contract.
    public init(file: String, service: any RPCService.Type, details: [any RPCDetail.Type] = []) {
        self.file = file
        self.service = service
        self.details = details
    }

    /// Describes the contract of a service with a process of its own.
    public init(_ service: any ServiceContract.Type, details: [any RPCDetail.Type] = []) {
        self.init(file: service.serviceName, service: service, details: details)
    }

    /// Every contract of the suite. Add a new service here.
    public static let all: [Contract] = [
        Contract(
            file: "sys", service: Sys.self, details: [InvalidField.self, HouseholdProblem.self, FeatureRequired.self]),
        Contract(file: "backup", service: Backup.self),
        Contract(file: "quarantine", service: Quarantine.self, details: [ProfileQuarantined.self]),
        Contract(Profiles.self, details: [ProfilesProblem.self, Relocked.self]),
        Contract(Catalog.self, details: [CatalogProblem.self]),
        Contract(PlaybackState.self, details: [PlaybackProblem.self, LimitReached.self, NoFreeSlot.self]),
        Contract(Downloads.self, details: [DownloadsProblem.self]),
        Contract(ReadingList.self, details: [ReadingListProblem.self]),
        Contract(
            Scheduler.self,
            details: [SchedulerProblem.self, SlotClash.self, WindowClash.self, ChangedMeanwhile.self]),
        Contract(MetadataGateway.self, details: [MetadataProblem.self]),
        Contract(Gateway.self),
    ]
}
