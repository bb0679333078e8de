internal import CatalogAPI
internal import DownloadsAPI
internal import HearthModel
internal import MetadataGatewayAPI
internal import PlaybackStateAPI
internal import ProfilesAPI
public import RPC
internal import ReadingListAPI
internal import SchedulerAPI

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

    /// Every contract of the suite. Add a new service here.
    public static let all: [Contract] = [
        Contract(file: "sys", service: Sys.self, details: [InvalidField.self, HouseholdProblem.self]),
        Contract(file: "quarantine", service: Quarantine.self, details: [ProfileQuarantined.self]),
        Contract(file: "profiles", service: Profiles.self, details: [ProfilesProblem.self]),
        Contract(file: "catalog", service: Catalog.self, details: [CatalogProblem.self]),
        Contract(file: "playback-state", service: PlaybackState.self, details: [PlaybackProblem.self]),
        Contract(file: "downloads", service: Downloads.self, details: [DownloadsProblem.self]),
        Contract(file: "reading-list", service: ReadingList.self, details: [ReadingListProblem.self]),
        Contract(
            file: "scheduler", service: Scheduler.self,
            details: [SchedulerProblem.self, SlotClash.self, WindowClash.self, ChangedMeanwhile.self]),
        Contract(file: "metadata-gateway", service: MetadataGateway.self, details: [MetadataProblem.self]),
    ]
}
