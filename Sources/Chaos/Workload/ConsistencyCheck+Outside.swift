internal import ChaosHistory
internal import DownloadsAPI
internal import Foundation
internal import MetadataGatewayAPI
internal import RPC

// What downloads has and its disk, and whether the world can be asked.
extension ConsistencyCheck {
    /// A film that nobody has looked up before.
    private static let unasked = UpstreamTitle(id: UpstreamTitle.count + 100)

    /// All that was asked for comes to be there, and nothing else is on the disk.
    func downloads(_ verdict: inout Verdict) async throws {
        guard household.has("downloads") else { return }
        var wanted: Set<String> = []
        for person in household.people {
            let list = try await caller.send(Downloads.List(), to: "downloads", as: person).downloads
            for download in list {
                wanted.insert(download.id)
                verdict.examined += 1
                if try await isThere(download, person) { continue }
                note(
                    "unfinished", ChaosHousehold.downloads(of: person),
                    "\(download.content) of \(person.name) is \(download.status.rawValue) for good", &verdict)
            }
        }
        for guest in household.guests { wanted.formUnion(await downloads(of: guest)?.map(\.id) ?? []) }
        let names = try? FileManager.default.contentsOfDirectory(atPath: household.downloads)
        let strange = (names ?? []).filter { !wanted.contains(String($0.split(separator: ".").first ?? "")) }
        verdict.examined += 1
        guard !strange.isEmpty else { return }
        note("remains", "downloads", "\(strange.sorted()) is on the disk, and nobody has it any more", &verdict)
    }

    /// Whether a download is completed; goes on with what is held, and tries again what has failed.
    private func isThere(_ download: Download, _ person: Person) async throws(RPCError) -> Bool {
        switch download.status {
        case .completed: return download.isAvailableOffline
        case .paused:
            _ = try await caller.send(Downloads.Resume(download: download.id), to: "downloads", as: person)
        case .failed:
            do throws(RPCError) {
                _ = try await caller.send(Downloads.Retry(download: download.id), to: "downloads", as: person)
            } catch {
                // For what there is no room it may stay so.
                guard error.code == .resourceExhausted else { throw error }
                return true
            }
        default: break
        }
        return false
    }

    /// What somebody has who may be deleted; refused is as good as nothing.
    func downloads(of guest: Person) async -> [Download]? {
        try? await caller.send(Downloads.List(), to: "downloads", as: guest).downloads
    }

    /// What nobody has asked for before can be asked for.
    func elsewhere(_ verdict: inout Verdict) async throws {
        guard household.has("metadata-gateway"), let owner = household.people.first else { return }
        verdict.examined += 1
        do throws(RPCError) {
            _ = try await caller.send(
                MetadataGateway.GetMovie(id: Self.unasked.id), to: "metadata-gateway", as: owner)
        } catch {
            guard error.code != .notFound else { return }
            note("unanswered", Self.unasked.object, "metadata-gateway does not reach its source: \(error)", &verdict)
        }
    }
}
