internal import CatalogAPI
internal import GRDB
internal import Household
internal import RPC
internal import ServiceKit

extension Library {
    func start(
        _ kind: ImportKind, path: String, source: String, allowsShrinking: Bool?, isDryRun: Bool?, for viewer: Viewer
    ) async throws -> ImportStarted {
        guard path.hasPrefix("/"), path.utf8.count <= Self.maximumPathBytes, !path.utf8.contains(0) else {
            throw RPCError.invalidArgument("path", "an absolute path of at most \(Self.maximumPathBytes) bytes")
        }
        let source = try Self.checkedName(source)
        // Better now than in a job's report: the caller may only have mistyped it.
        do throws(GivenFile.Refusal) {
            _ = try GivenFile(path: path, maximumBytes: desk.limits.fileBytes, forbidden: desk.forbidden)
        } catch {
            if error == .exhausted { throw RPCError(.resourceExhausted, error.description, executed: .no) }
            throw RPCError.invalidArgument("path", error.description)
        }
        let other = try await read(viewer) { db in
            if let feed = try FeedTable.find(source, db) { return ImportKind?(feed.kind) }
            return try SourceStore.find(source, db).flatMap { $0.imported > 0 ? $0.kind : nil }
        }
        if let other, other != kind {
            throw RPCError(.failedPrecondition, other.nameTaken, executed: .no)
        }
        let id = try await desk.enqueue(
            kind, source: source, path: path, allowsShrinking: allowsShrinking ?? false, isDryRun: isDryRun ?? false,
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
            // Asked for twice: the answer of the first time may have been lost.
            if let removal = known.removal { return ImportStarted(job: removal) }
            throw RPCError(.notFound, "There is no source with this name.")
        }
        let id = try await desk.enqueue(
            .removal, source: name, path: "", allowsShrinking: true, household: viewer.household)
        return ImportStarted(job: id)
    }

    private static let maximumPathBytes = 4_096
    private static let maximumNameCharacters = 100

    static func checkedName(_ name: String) throws -> String {
        let trimmed = name.trimmingSpaces()
        let isPlain = trimmed.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard (1...maximumNameCharacters).contains(trimmed.count), isPlain else {
            throw RPCError.invalidArgument("source", "1 to \(maximumNameCharacters) printable characters")
        }
        return trimmed
    }
}
