internal import CatalogAPI
internal import HearthModel
internal import RPC
internal import Screens
internal import ServiceKit
internal import WebAPI

/// The screens that are put together from several services: each part with the caller's token, which the services verify and
/// whose policy they apply.
struct GatewayHandlers: Sendable {
    let clients: any ServiceClients
    let runtime: any Runtime

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Gateway>) {
        handlers.on(Gateway.Home.self) { request, call in
            try Self.check(request)
            return try await screen(call) { try await HomeScreen.load(request, $0) }
        }
        handlers.on(Gateway.Title.self) { request, call in
            try await screen(call) { try await TitleScreen.load(request, $0) }
        }
        handlers.on(Gateway.Search.self) { request, call in
            try await screen(call) { try await SearchScreen.load(request, $0) }
        }
        handlers.on(Gateway.Discover.self) { request, call in
            try Self.check(request)
            return try await screen(call) { try await DiscoverScreen.load(request, $0) }
        }
    }

    /// Puts a screen together within the call's time.
    private func screen<Screen: Sendable>(
        _ call: ServerCall, _ load: (FanOut) async throws -> Screen
    ) async throws -> Screen {
        let (now, most) = (runtime.now, WebLimits.timeout)
        let left = min(now.duration(to: call.deadline), most)
        // The parts end a little before the call does, so that a response without the late ones still arrives.
        let deadline = now.advanced(by: left * WebLimits.partsShare)
        let caller = ServiceCaller(clients: clients, token: call.token, runtime: runtime)
        do {
            return try await load(FanOut(caller, deadline: deadline))
        } catch let failure as ServiceCaller.Failure {
            throw failure.error
        }
    }

    private static func check(_ request: Gateway.Home) throws(RPCError) {
        try check(request.size, atMost: Gateway.Home.maximumSize)
        let known = HomeRowName.all
        if let name = request.rows?.first(where: { !known.contains($0) }) {
            let names = known.map(\.rawValue).joined(separator: ", ")
            throw .invalidArgument("rows", "has \(name.rawValue.debugDescription), which is none of \(names).")
        }
        guard request.genres?.count ?? 0 <= Gateway.Home.maximumGenres else {
            throw .invalidArgument("genres", "must be at most \(Gateway.Home.maximumGenres).")
        }
    }

    private static func check(_ request: Gateway.Discover) throws(RPCError) {
        try check(request.size, atMost: Gateway.Discover.maximumSize)
        guard (1...Gateway.Discover.maximumPage).contains(request.page ?? 1) else {
            throw .invalidArgument("page", "must be between 1 and \(Gateway.Discover.maximumPage).")
        }
        guard request.text?.isEmpty != false || request.list == nil else {
            throw .invalidArgument("list", "goes without a text.")
        }
    }

    private static func check(_ size: Int32?, atMost most: Int32) throws(RPCError) {
        guard (1...most).contains(size ?? 1) else {
            throw .invalidArgument("size", "must be between 1 and \(most).")
        }
    }
}
