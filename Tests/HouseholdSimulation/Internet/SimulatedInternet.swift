import Foundation
import HTTPFetch
import RPC

/// The internet of a simulated household: a host of films and streams, and TMDB. It is slow, cuts connections, falls silent,
/// asks to be left alone, and changes files while they are fetched, all as the seed has it; when it is calm, it does none of
/// that.
// Unchecked: touched by the simulation's thread alone.
final class SimulatedInternet: ScriptedNetwork, @unchecked Sendable {
    /// The one in which services are being started.
    @TaskLocal static var current: SimulatedInternet?

    let media: SimulatedMedia
    let tmdb: SimulatedTMDB
    /// Nothing goes wrong any more, and no file changes.
    var faultsDisabled = false
    /// Requests by what became of them, for telling that a run was rich.
    private(set) var counts: [String: Int] = [:]
    /// What services have done to it that they must not do.
    private(set) var complaints: [String] = []

    private let simulation: Simulation
    /// What goes wrong is the internet's own affair: it draws from numbers of its own.
    private var numbers: SplitMix64

    init(simulation: Simulation) {
        self.simulation = simulation
        numbers = SplitMix64(seed: simulation.seed ^ 0x1e7e_27e7)
        media = SimulatedMedia(seed: simulation.seed)
        tmdb = SimulatedTMDB()
    }

    /// A service has died: its successor knows of no pause.
    func noteDeath(of service: String) { if service == "metadata-gateway" { tmdb.forget() } }

    func response(to request: FetchRequest, at time: MonotonicInstant) -> ScriptedResponse {
        guard let address = Self.addresses[request.url.host] else { return ScriptedResponse(.unresolved) }
        let isMedia = request.url.host == SimulatedMedia.host
        if let trouble = isMedia ? mediaTrouble(address) : tmdbTrouble(address, at: time) { return trouble }
        var response = isMedia ? media.response(to: request) : tmdb.response(to: request)
        response.reach = .connected(address)
        (response.connecting, response.waiting) = (milliseconds(1...15), milliseconds(1...20))
        let end = time.advanced(by: response.connecting + response.waiting)
        if !isMedia, let complaint = tmdb.complaint(about: request, from: time, until: end) {
            complaints.append(complaint)
        }
        count("\(response.status)")
        return isMedia ? unsettled(response, of: SimulatedMedia.film(at: request.url.text)) : response
    }

    private static let addresses = [SimulatedMedia.host: "93.184.215.14", SimulatedTMDB.host: "18.238.4.19"]

    private func count(_ what: String) { counts[what, default: 0] += 1 }

    private func draw(_ percent: Int) -> Bool { !faultsDisabled && Int.random(in: 0..<100, using: &numbers) < percent }

    private func milliseconds(_ range: ClosedRange<Int>) -> Duration {
        .milliseconds(Int.random(in: range, using: &numbers))
    }

    // MARK: What goes wrong

    private func mediaTrouble(_ address: String) -> ScriptedResponse? {
        if draw(4) { return trouble(ScriptedResponse(.unreachable), "unreachable") }
        if draw(2) { return trouble(ScriptedResponse(.unresolved), "unresolved") }
        guard draw(8) else { return nil }
        let wait = HeaderField("Retry-After", "\(Int.random(in: 0...2, using: &numbers))")
        return trouble(ScriptedResponse(.connected(address), status: 503, fields: [wait]), "503")
    }

    private func tmdbTrouble(_ address: String, at time: MonotonicInstant) -> ScriptedResponse? {
        if let complaint = tmdb.complaint(about: time) { complaints.append(complaint) }
        if draw(6) { return trouble(ScriptedResponse(.connected(address), status: 502), "502") }
        guard draw(4) else { return nil }
        tmdb.isRateLimited(from: time.advanced(by: .milliseconds(60)), until: time.advanced(by: .seconds(1)))
        let wait = HeaderField("Retry-After", "1")
        return trouble(ScriptedResponse(.connected(address), status: 429, fields: [wait]), "429")
    }

    private func trouble(_ response: ScriptedResponse, _ what: String) -> ScriptedResponse {
        count(what)
        return response
    }

    /// Takes pieces apart into slow ones, and cuts or stalls some bodies in the middle; and some files are others afterwards.
    private func unsettled(_ response: ScriptedResponse, of film: Int?) -> ScriptedResponse {
        var response = response
        let bytes = response.body.flatMap(\.bytes)
        response.body = []
        var place = 0
        while place < bytes.count {
            let end = min(bytes.count, place + Int.random(in: 1_000...24_000, using: &numbers))
            response.body.append(.init(after: milliseconds(0...6), Array(bytes[place..<end])))
            place = end
        }
        if response.body.count > 1, draw(25) {
            response.body.removeLast(Int.random(in: 1..<response.body.count, using: &numbers))
            response.ending = draw(20) ? .silence : .cut
            count("\(response.ending)")
            // A client that comes again for the rest may find another film there.
            if let film, draw(35) {
                media.change(film)
                count("changed")
            }
        }
        return response
    }
}
