internal import CatalogAPI
internal import CatalogFormats
internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit
internal import TextFolding

extension Library {
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

    /// Receives a file, and enqueues its import.
    func receive(_ offer: Offer, _ items: RPCItems<UploadPiece>, for viewer: Viewer) async throws -> ImportStarted {
        let (source, file) = (try Self.checkedName(offer.source), try Self.checkedFile(offer.file))
        let timeZone = try FeedValidator.timeZone(offer.timeZone, of: offer.kind)
        // Before the whole upload: the name may be a typo.
        let other = try await read(viewer) { db in
            if let feed = try FeedTable.find(source, db) { return ImportKind?(feed.kind) }
            return try SourceStore.find(source, db).flatMap { $0.imported > 0 ? $0.kind : nil }
        }
        if let other, other != offer.kind { throw RPCError(.failedPrecondition, other.nameTaken, executed: .no) }
        let limits = desk.limits
        let upload = try await desk.uploads.receive(
            items,
            UploadDeclaration(
                noun: offer.kind.rawValue,
                maximumBytes: offer.kind == .guide ? limits.guideBytes : limits.playlistBytes,
                declaredBytes: offer.bytes),
            household: viewer.household, caller: viewer.subject)
        let id = try await desk.enqueue(
            offer.kind, source: source, path: file, upload: upload, timeZone: timeZone,
            allowsShrinking: offer.allowsShrinking ?? false, isDryRun: offer.isDryRun ?? false,
            household: viewer.household)
        return ImportStarted(job: id)
    }

    func remove(_ request: Catalog.RemoveSource, for viewer: Viewer) async throws -> ImportStarted {
        let name = try Self.checkedName(request.source)
        let known = try await read(viewer) { db in
            let source = try SourceStore.find(name, db)
            let isThere = try source.map { $0.imported > 0 } ?? false || FeedTable.find(name, db) != nil
            return (isThere: isThere, removal: try JobRecord.lastRemoval(of: name, db))
        }
        if !known.isThere {
            // A retried call: the first response may have been lost.
            if let removal = known.removal { return ImportStarted(job: removal) }
            throw RPCError(.notFound, "There is no source with this name.")
        }
        let id = try await desk.enqueue(
            .removal, source: name, path: "", allowsShrinking: true, household: viewer.household)
        return ImportStarted(job: id)
    }

    private static let maximumFileBytes = 4_096
    /// The length of a stored file name in characters.
    private static let maximumFileCharacters = 1_000
    private static let maximumNameCharacters = 100

    /// A file's name for display.
    private static func checkedFile(_ file: String) throws -> String {
        guard (1...maximumFileBytes).contains(file.utf8.count) else {
            throw RPCError.invalidArgument("file", "1 to \(maximumFileBytes) bytes")
        }
        return Excerpt.of(file, maximumCharacters: maximumFileCharacters)
    }

    static func checkedName(_ name: String) throws -> String {
        let trimmed = name.trimmingSpaces()
        let isPlain = trimmed.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard (1...maximumNameCharacters).contains(trimmed.count), isPlain else {
            throw RPCError.invalidArgument("source", "1 to \(maximumNameCharacters) printable characters")
        }
        return trimmed
    }
}
