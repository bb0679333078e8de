internal import ChaosHistory
internal import DownloadsAPI
internal import Foundation
internal import MetadataGatewayAPI
internal import RPC

// Checks downloads against its disk, and whether external servers are reachable.
extension ConsistencyCheck {
    /// A film that was never looked up before.
    private static let unasked = UpstreamTitle(id: UpstreamTitle.count + 100)

    /// All requested downloads complete, and nothing else is on disk.
    func downloads(_ verdict: inout Verdict) async throws {
        guard household.has(Downloads.self) else { return }
        var requested: Set<String> = []
        for person in household.people {
            let list = try await caller.send(Downloads.List(), as: person).downloads
            for download in list {
                requested.insert(download.id)
                verdict.examined += 1
                if try await isThere(download, person) { continue }
                note(
                    "unfinished", ChaosHousehold.downloads(of: person),
                    "\(download.content) of \(person.name) is \(download.status.rawValue) for good", &verdict)
            }
        }
        for guest in household.guests { requested.formUnion(await downloads(of: guest)?.map(\.id) ?? []) }
        let names = try? FileManager.default.contentsOfDirectory(atPath: household.downloads)
        let strange = (names ?? []).filter { !requested.contains(String($0.split(separator: ".").first ?? "")) }
        verdict.examined += 1
        guard !strange.isEmpty else { return }
        note(
            "remains", Downloads.serviceName, "\(strange.sorted()) is on the disk, and belongs to no download", &verdict
        )
    }

    /// Whether a download is complete; resumes a paused one, and retries a failed one.
    private func isThere(_ download: Download, _ person: Person) async throws(RPCError) -> Bool {
        switch download.status {
        case .completed: return download.isAvailableOffline
        case .paused:
            _ = try await caller.send(Downloads.Resume(download: download.id), as: person)
        case .failed:
            do throws(RPCError) {
                _ = try await caller.send(Downloads.Retry(download: download.id), as: person)
            } catch {
                // Without room in the quota it may stay incomplete.
                guard error.code == .resourceExhausted else { throw error }
                return true
            }
        default: break
        }
        return false
    }

    /// The downloads of a guest who may be deleted; a rejection counts as none.
    func downloads(of guest: Person) async -> [Download]? {
        try? await caller.send(Downloads.List(), as: guest).downloads
    }

    /// Checks that a film which was never looked up is found.
    func elsewhere(_ verdict: inout Verdict) async throws {
        guard household.has(MetadataGateway.self), let owner = household.people.first else { return }
        verdict.examined += 1
        do throws(RPCError) {
            _ = try await caller.send(
                MetadataGateway.GetMovie(id: Self.unasked.id), as: owner)
        } catch {
            guard error.code != .notFound else { return }
            note("unanswered", Self.unasked.object, "metadata-gateway does not reach its source: \(error)", &verdict)
        }
    }
}
