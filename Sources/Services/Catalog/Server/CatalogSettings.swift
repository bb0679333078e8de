internal import ServiceKit

/// The settings of this service.
enum CatalogSettings {
    /// Hosts of the household's own network that sources may be fetched from.
    static let hosts = Setting<[String]>(
        list: "source-hosts", help: "hosts on the household's own network that sources may be fetched from",
        allowed: "names or addresses, each with a port or without",
        parse: { $0.allSatisfy { !$0.isEmpty } ? $0 : nil })
}
