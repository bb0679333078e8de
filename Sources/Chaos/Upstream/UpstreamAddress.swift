/// Where the services of a run find what is outside.
struct UpstreamAddress: Sendable, Hashable {
    /// `127.0.0.1:` and a port.
    let host: String

    /// What each profile's downloads may take, in millions of bytes: less than all that is asked for.
    private static let quotaMegabytes = 6

    /// The link of a film.
    func link(of film: UpstreamFilm) -> String { "http://\(host)/films/\(film.number).mkv" }

    /// The file with which services look there. The key is worth nothing: nobody but the run itself asks for one.
    var configuration: String {
        """
        downloads:
          download-hosts: "\(host)"
          download-quota-mb: \(Self.quotaMegabytes)
          download-floor-mb: 0
        metadata-gateway:
          tmdb-key: "a-key-of-nobody"
          tmdb-address: "http://\(host)/3"

        """
    }
}
