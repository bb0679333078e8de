internal import Access
internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit
internal import TextFolding

/// Receives uploaded playlists and guides, and enqueues their imports.
struct UploadReceiver: Sendable {
    private let context: HandlerContext

    init(context: HandlerContext) { self.context = context }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<Catalog>) {
        handlers.on(Catalog.ImportPlaylist.self) { request, items, call in
            let offer = Offer(
                kind: .playlist, source: request.source, file: request.file, bytes: request.bytes,
                allowsShrinking: request.allowsShrinking, isDryRun: request.isDryRun)
            return try await receive(offer, items, for: call.viewer)
        }
        handlers.on(Catalog.ImportGuide.self) { request, items, call in
            let offer = Offer(
                kind: .guide, source: request.source, file: request.file, bytes: request.bytes,
                timeZone: request.timeZone, allowsShrinking: request.allowsShrinking, isDryRun: request.isDryRun)
            return try await receive(offer, items, for: call.viewer)
        }
    }

    /// The parameters of both import methods.
    private struct Offer: Sendable {
        var kind: ImportKind
        var source: String
        var file: String
        var bytes: Int64?
        var timeZone: String?
        var allowsShrinking: Bool?
        var isDryRun: Bool?
    }

    /// Receives a file, and enqueues its import.
    private func receive(
        _ offer: Offer, _ items: RPCItems<UploadPiece>, for viewer: Viewer
    ) async throws -> ImportStarted {
        let (source, file) = (try FeedValidator.sourceName(offer.source), try Self.checkedFile(offer.file))
        let timeZone = try FeedValidator.timeZone(offer.timeZone, of: offer.kind)
        // Before the whole upload: the name may be a typo.
        let other = try await context.read(viewer) { db in
            if let feed = try FeedTable.find(source, db) { return ImportKind?(feed.kind) }
            return try SourceStore.find(source, db).flatMap { $0.imported > 0 ? $0.kind : nil }
        }
        if let other, other != offer.kind { throw RPCError(.failedPrecondition, other.nameTaken, executed: .no) }
        let queue = context.queue
        let upload = try await queue.uploads.receive(
            items,
            UploadDeclaration(
                noun: offer.kind.rawValue,
                maximumBytes: offer.kind == .guide ? queue.limits.guideBytes : queue.limits.playlistBytes,
                declaredBytes: offer.bytes),
            household: viewer.household, caller: viewer.subject)
        let id = try await queue.enqueue(
            offer.kind, source: source, path: file, upload: upload, timeZone: timeZone,
            allowsShrinking: offer.allowsShrinking ?? false, isDryRun: offer.isDryRun ?? false,
            household: viewer.household)
        return ImportStarted(job: id)
    }

    private static let maximumFileBytes = 4_096
    /// The length of a stored file name in characters.
    private static let maximumFileCharacters = 1_000

    /// A file's name for display.
    private static func checkedFile(_ file: String) throws -> String {
        guard (1...maximumFileBytes).contains(file.utf8.count) else {
            throw RPCError.invalidArgument("file", "must be between 1 and \(maximumFileBytes) bytes")
        }
        return Excerpt.of(file, maximumCharacters: maximumFileCharacters)
    }
}
