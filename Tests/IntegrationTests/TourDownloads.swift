import CatalogAPI
import DownloadsAPI
import Household
import RPC
import TestSupport

/// Where the tour's household downloads a film from.
struct TourDownloads {
    private let server: ScriptedServer

    init() throws {
        server = try ScriptedServer { _, connection in
            try connection.answer(200, ["Content-Type": "video/x-matroska"], "a film of a few bytes")
        }
    }

    /// The part of a cluster's configuration that allows it.
    var configuration: String {
        """
        downloads:
          download-hosts: "127.0.0.1:\(server.port)"
          download-floor-mb: 0

        """
    }

    /// A playlist whose film is here.
    func playlist(_ text: String) -> String {
        text.replacing("http://streams.example/movie/1.mkv", with: "http://127.0.0.1:\(server.port)/harbour.mkv")
    }

    func stop() { server.stop() }
}

extension Tour {
    func downloads(_ title: ContentID) async throws {
        let download = try await send(Downloads.Start(content: title, quality: .medium)).downloads[0].download
        try await refused(Downloads.Start(content: ContentID(rawValue: "mv_of-nobody")), .notFound)
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
        // A film whose server nobody finds waits, and can be told what to do.
        try await refused(Downloads.Pause(download: download.id), .notFound)
        let series = try await send(Catalog.Search(text: "", kinds: [.series])).hits[0].id
        let waiting = try await send(Downloads.Start(content: series, quality: .low)).downloads[0].download
        try await send(Downloads.Pause(download: waiting.id))
        try await send(Downloads.Move(download: waiting.id, position: 0))
        try await send(Downloads.Cancel(download: waiting.id))
    }
}
