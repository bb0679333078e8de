/// The address of the external servers of a run.
struct UpstreamAddress: Sendable, Hashable {
    /// `127.0.0.1:` and a port.
    let host: String

    /// The quota of each profile's downloads, in millions of bytes: less than all requested films need.
    private static let quotaMegabytes = 6

    /// The link of a film.
    func link(of film: UpstreamFilm) -> String { "http://\(host)/films/\(film.number).mkv" }

    /// The configuration file that points services to these servers. The key is a dummy that no server checks.
    var configuration: String {
        """
        downloads:
          download-hosts: "\(host)"
          download-quota-mb: \(Self.quotaMegabytes)
          download-floor-mb: 0
        metadata-gateway:
          tmdb-key: "a-dummy-key"
          tmdb-address: "http://\(host)/3"

        """
    }
}
