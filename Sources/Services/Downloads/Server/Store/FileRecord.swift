internal import CBOR
internal import DownloadsAPI
internal import Foundation
internal import GRDB
internal import HearthModel
internal import RPC

/// A file's row.
struct FileRecord: Sendable {
    /// The kind of the link's media.
    enum Kind: Int64, Sendable {
        case unknown = 0
        case plain = 1
        case stream = 2
    }

    var row: Int64
    var id: String
    var content: ContentID
    var variant: String
    var quality: DownloadQuality
    var card: Card
    var state: FileState
    /// The reason of its failure, for display.
    var detail: String?
    var kind: Kind
    /// The file that a player opens; nil until it is completed.
    var main: String?
    /// Durable bytes.
    var bytes: Int64
    var reserved: Int64
    /// The file's present or expected size in bytes; nil when unknown.
    var total: Int64?
    var signature: Int64?
    var etag: String?
    var modified: String?
    var started: Int64
    var finished: Int64?
    /// The number of gaps in the stream's own playlist, and their duration in milliseconds.
    var gaps: Int64
    var gapMilliseconds: Int64
    /// When each profile requested it, in milliseconds since 1970; 0 for those that did when it was inserted.
    var requested: [String: Int64]
    /// The days after which it expires for the profiles that have set them.
    var expirationDays: [String: Int64]

    static let columns = """
        f.row, f.id, f.content, f.variant, f.quality, f.card, f.phase, f.problem, f.detail, f.kind, f.main, f.bytes,
        f.reserved, f.total, f.signature, f.etag, f.modified, f.started, f.finished, f.gaps, f.gapMilliseconds
        """

    init(_ row: Row, _ db: Database) throws {
        self.row = row[0]
        id = row[1]
        content = ContentID(rawValue: row[2])
        variant = row[3]
        quality = DownloadQuality(rawValue: row[4])
        card = try CBORDecoder().decode(Card.self, from: [UInt8](row[5] as Data))
        let problem: String? = row[7]
        state = FileState()
        state.phase =
            switch row[6] as Int64 {
            case 0: .pending
            case 1: .completed
            default: .failed(DownloadsProblem.Code(rawValue: problem ?? ""))
            }
        detail = row[8]
        kind = Kind(rawValue: row[9]) ?? .unknown
        main = row[10]
        bytes = row[11]
        reserved = row[12]
        total = row[13]
        signature = row[14]
        etag = row[15]
        modified = row[16]
        started = row[17]
        finished = row[18]
        gaps = row[19]
        gapMilliseconds = row[20]
        let requests = try FileRequestTable.all(for: self.row, db)
        state.requests = requests.mapValues(\.isPaused)
        requested = requests.mapValues(\.requested)
        expirationDays = requests.compactMapValues(\.expirationDays)
    }

    /// When a profile requested it, in milliseconds since 1970.
    func started(by profile: String) -> Int64 { max(started, requested[profile] ?? 0) }

    /// When it expires for a profile, in milliseconds since 1970: a lifetime after it was completed and requested. Nil
    /// until it is completed.
    func expires(for profile: String) -> Int64? {
        let days = expirationDays[profile] ?? DownloadsLimits.lifetimeDays
        return finished.map { max($0, requested[profile] ?? 0) + days * DownloadsLimits.dayMilliseconds }
    }
}
