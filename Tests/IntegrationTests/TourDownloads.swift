import CatalogAPI
import DownloadsAPI
import Foundation
import HearthModel
import RPC

extension AllMethodsScenario {
    func downloads(_ title: ContentID) async throws {
        let download = try await send(Downloads.Start(content: title, quality: .medium)).downloads[0].download
        try await refused(Downloads.Start(content: ContentID(rawValue: "mv_unknown")), .notFound)
        try await read(Downloads.Follow()) { item in
            let all = (item.snapshot ?? []) + [item.changed].compactMap(\.self)
            return all.contains { $0.id == download.id && $0.status == .completed }
        }
        try await send(Downloads.List(filter: .completed))
        try await send(Downloads.Locate(content: title))
        try await send(Downloads.GetStorage())
        try await read(Downloads.ReadFile(download: download.id)) { $0.totalBytes > 0 }
        try await send(Downloads.Retry(download: download.id))
        try await send(Downloads.Resume(download: download.id))
        try await refused(Downloads.Pause(download: download.id), .failedPrecondition)
        try await send(Downloads.Delete(download: download.id))
        // A film whose server is not found waits, and can be told what to do.
        try await refused(Downloads.Pause(download: download.id), .notFound)
        let series = try await send(Catalog.Search(text: "", kinds: [.series])).hits[0].id
        let waiting = try await send(Downloads.Start(content: series, quality: .low)).downloads[0].download
        try await send(Downloads.Pause(download: waiting.id))
        try await send(Downloads.Move(download: waiting.id, position: 0))
        try await send(Downloads.Cancel(download: waiting.id))
        try await sendUnlessAbsent(
            Downloads.NoteWatched(profile: "stranger", contents: [title], watched: Date(timeIntervalSince1970: 0)))
    }
}
