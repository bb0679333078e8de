internal import GRDB
internal import Logging
internal import MetadataGatewayAPI
internal import RPC
internal import ServiceKit

/// The images of titles that TMDB flags as adult, from the responses so far. A path does not show its title's flag, so
/// it is recorded with the response that has it.
struct AdultImages: Sendable {
    let shards: ShardDirectory
    let runtime: any Runtime
    let logger: Logger

    /// Records the images of a response's flagged titles.
    ///
    /// - Throws: why they cannot be recorded. Without the record their images would be shown.
    func note(of response: some Sendable, in household: String) async throws {
        let paths = Set((response as? any ImageReferencing)?.markedPictures ?? [])
        guard !paths.isEmpty else { return }
        let now = runtime.wallTime.millisecondsSince1970
        try await shards.shard(for: household).write { db in
            let statement = try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO markedPicture (path, noted) VALUES (?, ?)")
            for path in paths.sorted() { try statement.execute(arguments: [path, now]) }
            let excess = try db.cachedStatement(
                sql: """
                    DELETE FROM markedPicture WHERE path IN (
                        SELECT path FROM markedPicture ORDER BY noted DESC LIMIT -1 OFFSET ?)
                    """)
            try excess.execute(arguments: [MetadataGatewayLimits.markedPictures])
        }
    }

    /// Whether an image belongs to a flagged title.
    ///
    /// - Throws: why the shard cannot be read.
    func contain(_ path: String, in household: String) async throws -> Bool {
        try await shards.shard(for: household).read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM markedPicture WHERE path = ?)")
            return try Bool.fetchOne(statement, arguments: [path]) ?? false
        }
    }
}

/// A response that names images.
protocol ImageReferencing {
    /// The image paths of adult titles.
    var markedPictures: [String] { get }
}

extension TMDB.Movie: ImageReferencing {
    var markedPictures: [String] {
        let own = [posterPath, backdropPath].compactMap(\.self) + (images?.paths ?? [])
        return (isForAdults ? own : []) + (similar?.markedPictures ?? []) + (recommendations?.markedPictures ?? [])
    }
}

extension TMDB.Show: ImageReferencing {
    var markedPictures: [String] {
        let episodes = [lastEpisodeToAir, nextEpisodeToAir].map { $0?.stillPath }
        let own = ([posterPath, backdropPath] + (seasons ?? []).map(\.posterPath) + episodes).compactMap(\.self)
        return (isForAdults ? own + (images?.paths ?? []) : []) + (similar?.markedPictures ?? [])
            + (recommendations?.markedPictures ?? [])
    }
}

extension TMDB.TitlePage: ImageReferencing {
    var markedPictures: [String] {
        results.flatMap { title in
            let own = title.isForAdults ? [title.posterPath, title.backdropPath, title.profilePath] : []
            let known = (title.knownFor ?? []).filter(\.isForAdults).flatMap { [$0.posterPath, $0.backdropPath] }
            return (own + known).compactMap(\.self)
        }
    }
}

extension TMDB.ImageSet {
    fileprivate var paths: [String] {
        [backdrops, logos, posters].flatMap { ($0 ?? []).map(\.filePath) }
    }
}
