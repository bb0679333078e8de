internal import HearthModel

/// The order in which services are restarted: a service before those that call it, so that each finds what it calls
/// when it is back.
enum ServiceOrder {
    private static let order = [
        ServiceManifest.profiles, .metadataGateway, .catalog, .downloads, .playbackState, .scheduler, .readingList,
    ].map(\.name)

    /// The services in this order; unknown ones last, by name.
    static func sorted(_ services: some Sequence<String>) -> [String] {
        services.sorted { one, other in
            let places = [one, other].map { order.firstIndex(of: $0) ?? order.count }
            return places[0] == places[1] ? one < other : places[0] < places[1]
        }
    }
}
