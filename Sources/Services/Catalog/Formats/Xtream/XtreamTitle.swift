internal import Foundation
internal import TextFolding

/// A channel or film of a panel's list, or a series without its episodes.
package struct XtreamTitle: Sendable, Equatable {
    /// The lists of a panel.
    package enum Section: String, Sendable, CaseIterable {
        case live, movie, series

        /// The API action of the list.
        package var action: String {
            switch self {
            case .live: "get_live_streams"
            case .movie: "get_vod_streams"
            case .series: "get_series"
            }
        }

        /// The API action of its categories.
        package var categories: String {
            switch self {
            case .live: "get_live_categories"
            case .movie: "get_vod_categories"
            case .series: "get_series_categories"
            }
        }
    }

    /// The panel's id of it, which is part of its address.
    package var id: String
    package var name: String
    /// The panel's sort position.
    package var number: Int64?
    package var picture: String?
    /// The channel's id in the guide.
    package var guideID: String?
    /// The ids of its categories.
    package var categories: [String]
    package var isAdult: Bool
    package var isRadio: Bool
    /// The extension of its file.
    package var ending: String?
    package var overview: String?
    package var genres: [String]
    package var seconds: Int64?
    package var year: Int64?
    package var tmdbID: Int64?
    package var certification: String?
    /// Days of catch-up; 0 for a channel without it.
    package var archiveDays: Int64
    /// When it was changed, in the panel's format: a series is requested again when that differs.
    package var modified: String
    /// The panel's further data of a film or series.
    package var details: SourceDetails?

    /// Parses an element of a list.
    ///
    /// - Returns: nil without an id or a name.
    package init?(_ object: XtreamObject, _ section: Section) {
        let id = section == .series ? object.text("series_id", "id") : object.text("stream_id", "id")
        guard let id, let name = object.label("name", "title") else { return nil }
        (self.id, self.name, number) = (id, name, object.number("num"))
        picture = object.text("stream_icon", "cover", "cover_big", "movie_image")
        guideID = object.text("epg_channel_id")
        let several = object.texts("category_ids")
        categories = several.isEmpty ? object.text("category_id").map { [$0] } ?? [] : several
        isAdult = object.flag("is_adult")
        isRadio = object.text("stream_type")?.hasPrefix("radio") ?? false
        ending = object.text("container_extension").flatMap(Self.ending)
        overview = object.label("plot", "description")
        genres = object.texts("genre")
        seconds = Self.seconds(object)
        let date = object.text("release_date", "releaseDate", "releasedate")
        year = (object.number("year") ?? date.flatMap { Int64($0.prefix(4)) }).flatMap {
            Self.years.contains($0) ? $0 : nil
        }
        tmdbID = object.number("tmdb_id", "tmdb").flatMap { $0 > 0 ? $0 : nil }
        certification = object.text("mpaa_rating", "age")
        archiveDays = object.flag("tv_archive") ? max(1, object.number("tv_archive_duration") ?? 1) : 0
        modified = object.text("last_modified", "added") ?? ""
        details = section == .live ? nil : SourceDetails(object)
    }

    /// The title with the panel's details, where its list does not have them.
    package func with(_ film: XtreamMovie?) -> XtreamTitle {
        guard let film else { return self }
        var title = self
        title.overview = overview ?? film.overview
        if genres.isEmpty { title.genres = film.genres }
        title.seconds = seconds ?? film.seconds
        title.certification = certification ?? film.certification
        title.picture = picture ?? film.picture
        title.details = film.details ?? details
        title.details?.added = details?.added
        title.details?.score = details?.score ?? film.details?.score
        return title
    }

    /// The valid years of titles.
    package static let years: ClosedRange<Int64> = 1870...2100

    /// A file's extension: letters and digits only, as it becomes part of an address.
    package static func ending(_ text: String) -> String? {
        let ending = text.hasPrefix(".") ? String(text.dropFirst()) : text
        guard (1...5).contains(ending.utf8.count), ending.utf8.allSatisfy({ $0.isLetter || $0.isDigit }) else {
            return nil
        }
        return ending.lowercased()
    }

    /// The valid durations in seconds: more is a mistake, and would overflow when it is computed from hours.
    private static let lengths: ClosedRange<Int64> = 1...1_000_000

    /// "5400", "01:30:00", or minutes.
    package static func seconds(_ object: XtreamObject) -> Int64? {
        if let seconds = object.number("duration_secs"), lengths.contains(seconds) { return seconds }
        if let text = object.text("duration") {
            let parts = text.split(separator: ":").map { part in
                Int64(part).flatMap { (0...lengths.upperBound).contains($0) ? $0 : nil }
            }
            if parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2] {
                let total = hours * 3_600 + minutes * 60 + seconds
                if lengths.contains(total) { return total }
            } else if parts.count == 1, let minutes = parts[0], lengths.contains(minutes * 60) {
                return minutes * 60
            }
        }
        return object.number("episode_run_time", "runtime").flatMap { $0 > 0 && $0 < 1_440 ? $0 * 60 : nil }
    }
}
