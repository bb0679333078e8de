internal import HearthModel
internal import ServiceKit

/// Where a list of both services goes on: a cursor for each, such as `40,7`. Of a service without more it is `end`, and of one
/// that is listed from its beginning, as it was missing, empty.
struct SyncCursors: Hashable, Sendable {
    private static let end = "end"

    private var playback: String
    private var profiles: String

    /// Reads a cursor; nil: the first page.
    ///
    /// - Throws: ``GatewayFailure`` when it is none.
    init(_ text: String?) throws {
        let parts = (text ?? ",").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
            throw GatewayFailure(
                "BAD_CURSOR", "It is not the cursor of a page. Start again without one.", status: .usage)
        }
        (playback, profiles) = (parts[0], parts[1])
    }

    /// What to ask playback-state for; nil: it has no more.
    func playback(size: Int32) -> PageRequest? { Self.page(playback, size) }

    /// What to ask profiles for; nil: it has no more.
    func profiles(size: Int32) -> PageRequest? { Self.page(profiles, size) }

    private static func page(_ cursor: String, _ size: Int32) -> PageRequest? {
        cursor == end ? nil : PageRequest(size: size, cursor: cursor.isEmpty ? nil : cursor)
    }

    /// The cursor of the page after these; nil without one. What is missing is asked for again.
    func following(_ parts: SyncParts<SyncConflictList, SyncConflictList>) -> String? {
        let next = [
            parts.playback.map { $0.cursor ?? Self.end } ?? playback,
            parts.profiles.map { $0.cursor ?? Self.end } ?? profiles,
        ]
        let hasMore = parts.playback?.cursor != nil || parts.profiles?.cursor != nil
        return hasMore ? next.joined(separator: ",") : nil
    }
}
