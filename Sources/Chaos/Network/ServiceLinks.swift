internal import FlyingSocks
internal import RPC
internal import ServiceKit

/// The links of a run, one for each service; none where no fault needs them: callers then connect to the services themselves.
///
/// The links are in the run's process: whatever ends it ends all that they delayed or held.
struct ServiceLinks: Sendable {
    private let links: [String: ServiceLink]

    /// No links.
    static let none = ServiceLinks(links: [:])

    init(links: [String: ServiceLink]) { self.links = links }

    /// Listens for each service.
    ///
    /// - Throws: `SocketError`.
    init(to services: [String], in paths: ServicePaths, runtime: any Runtime) throws {
        var links: [String: ServiceLink] = [:]
        for service in services {
            links[service] = try ServiceLink(to: paths.boundSocket(of: service), runtime: runtime)
        }
        self.links = links
    }

    var isEmpty: Bool { links.isEmpty }

    /// The link of a service.
    func link(of service: String) -> ServiceLink? { links[service] }

    private var entries: [String] {
        links.sorted { $0.key < $1.key }
            .map { "\($0.key)=tcp://\(ServiceLink.loopback):\($0.value.port)" }
    }

    /// Where callers connect.
    var endpoints: [EndpointSetting] { EndpointSetting.read(entries) ?? [] }

    /// The same as a part of the services' configuration file; empty without links.
    var configuration: String {
        isEmpty ? "" : "endpoints: [\(entries.map { "\"\($0)\"" }.joined(separator: ", "))]\n"
    }

    /// Passes connections until it is cancelled.
    func run() async {
        guard !isEmpty else { return }
        let pool = SocketPool.make(maxEvents: Self.events)
        guard (try? await pool.prepare()) != nil else { return }
        await withDiscardingTaskGroup { group in
            group.addTask { try? await pool.run() }
            for link in links.values { group.addTask { await link.run(on: pool) } }
        }
    }

    /// Ends all faults.
    func heal() { for link in links.values { link.heal() } }

    /// The maximum of events that are handled at once.
    private static let events = 64
}
