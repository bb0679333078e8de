internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit
internal import TextFolding

/// Receives an uploaded playlist or guide, and enqueues its import.
struct UploadReceiver {
    /// The parameters of both import methods.
    struct Offer: Sendable {
        var kind: ImportKind
        var source: String
        var file: String
        var bytes: Int64?
        var timeZone: String?
        var allowsShrinking: Bool?
        var isDryRun: Bool?
    }

    let context: HandlerContext
    let viewer: Viewer

    /// Receives a file, and enqueues its import.
    func receive(_ offer: Offer, _ items: RPCItems<UploadPiece>) async throws -> ImportStarted {
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
