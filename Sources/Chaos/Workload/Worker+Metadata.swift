internal import ChaosHistory
internal import HearthModel
internal import MetadataGatewayAPI
internal import RPC

// Workload of metadata-gateway: adults look up films, including missing ones, and everybody browses.
extension Worker {
    /// A few more than exist.
    private static let lastID = UpstreamTitle.count + 20

    func lookUp() async {
        while await isDue() {
            let title = UpstreamTitle(id: Int64(draw(1..<Int(Self.lastID) + 1)))
            if person.isKid || draw(0..<3) == 0 {
                await call(
                    MetadataGateway.Discover(text: title.title, kind: .movie), "outside/\(person.name)", .read
                ) { found throws(RPCError) in
                    Observation(found.cards.map(\.id.rawValue))
                }
            } else {
                let subject = Caller.Subject(process: process, object: title.object, action: .read)
                _ = try? await household.read(title, as: person, subject)
            }
        }
    }
}

extension UpstreamTitle {
    /// The recorded object.
    var object: String { "metadata/\(id)" }
    /// Its content ID.
    var content: ContentID { ContentID(rawValue: "tmdb:movie:\(id)") }
    /// Films that kids may not see.
    static var forAdults: [ContentID] { (1...count).map(UpstreamTitle.init(id:)).filter(\.isForAdults).map(\.content) }
}

extension ChaosHousehold {
    /// Looks up a film, and compares the response with the fake TMDB's data. "Not found" is a valid response.
    ///
    /// - Throws: `RPCError`, which is recorded.
    func read(_ title: UpstreamTitle, as person: Person, _ subject: Caller.Subject) async throws(RPCError) {
        let (service, method) = (MetadataGateway.serviceName, MetadataGateway.GetMovie.method)
        let id = caller.recorder.begin(
            process: subject.process, service: service, method: method, object: subject.object, action: .read)
        var movie: TMDB.Movie?
        do throws(RPCError) {
            movie = try await caller.send(MetadataGateway.GetMovie(id: title.id), as: person).movie
        } catch {
            guard error.code == .notFound else {
                caller.recorder.end(id, Outcome(error))
                caller.count(service, method, error)
                throw error
            }
        }
        caller.recorder.end(id, .ok(Observation([title.difference(from: movie) ?? Self.right])))
        caller.count(service, method, nil)
    }
}
