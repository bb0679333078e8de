internal import CBOR
internal import CatalogAPI
internal import DownloadsAPI
internal import HearthModel
internal import MetadataGatewayAPI
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import RPCDiagnostics
internal import ReadingListAPI
internal import SchedulerAPI
internal import WebAPI

/// A method that is offered over HTTP.
struct OfferedMethod: Sendable {
    /// Its declaration.
    let descriptor: MethodDescriptor
    /// The process that has it; nil for a method of every process, whose caller names one.
    let process: String?
    /// The shapes of its messages.
    let shapes: MethodReflection.Method

    /// `service/method`.
    var name: String { descriptor.name }

    /// Whether its response is a session, whose tokens a page must not see.
    var givesSession: Bool { shapes.response?.name == Self.sessionRule }

    /// Whether its response is a stream that was opened, whose address a page gets as a path of this server.
    var opensStream: Bool { shapes.response?.name == "playback" }

    /// Whether its response is the address of a stream at a provider.
    var givesAddress: Bool { shapes.response?.name == "resolved-stream" }

    private static let sessionRule = "session"
}

/// The methods of all services that are offered over HTTP, from their types: none is named here but those that are not.
struct MethodTable: Sendable {
    /// The shapes of all messages.
    let schema: Schema
    /// The methods by name.
    let methods: [String: OfferedMethod]

    private static let contracts: [any ServiceContract.Type] = [
        Catalog.self, Downloads.self, MetadataGateway.self, PlaybackState.self, Profiles.self, ReadingList.self,
        Scheduler.self, Gateway.self,
    ]
    /// What every process has.
    private static let common: [any RPCService.Type] = [Sys.self, Quarantine.self]

    /// These need the machine's owner key, which stays on the machine.
    private static let local: Set<String> = [Profiles.LocalOwner.fullMethod, Profiles.CreateHousehold.fullMethod]

    /// The table of all contracts.
    static let all = MethodTable()

    private init() {
        var offered: [(request: any RPCMethod.Type, process: String?)] = []
        for contract in Self.contracts { offered += contract.requests.map { ($0, contract.serviceName) } }
        for service in Self.common { offered += service.requests.map { ($0, nil) } }
        offered = offered.filter { Self.isOffered($0.request) }
        let reflection = MethodReflection(requests: offered.map(\.request))
        schema = reflection.schema
        var methods: [String: OfferedMethod] = [:]
        for (entry, shapes) in zip(offered, reflection.methods) {
            let request: any RPCMethod.Type = entry.request
            let descriptor = Self.descriptor(request)
            methods[descriptor.name] = OfferedMethod(descriptor: descriptor, process: entry.process, shapes: shapes)
        }
        self.methods = methods
    }

    /// Whether a method is for people: not for other services alone, nor for the machine's owner, and no exchange of items
    /// in both directions, which HTTP/1.1 does not carry.
    private static func isOffered(_ request: any RPCMethod.Type) -> Bool {
        let access = request.access
        let isForServices = !access.services.isEmpty && access.roles == [CallAccess.operatorRole]
        return !isForServices && !local.contains(request.fullMethod) && request.shape != .bidirectional
    }

    private static func descriptor<Request: RPCMethod>(_ request: Request.Type) -> MethodDescriptor { .of(request) }
}
