internal import CBOR
internal import Foundation
internal import RPC
internal import ReadingListAPI

/// The cursor of a page of links: the sort key of its last link. Links saved later do not move it.
struct LinkCursor: Codable, Sendable, Hashable {
    /// The query's fingerprint; the cursor is invalid for another query.
    var question: UInt64
    /// The last link's time, in orders by time and by site.
    var time: Int64?
    /// The last link's title or site, in orders by these.
    var text: String?
    var row: Int64

    private static let maximumBytes = 8_192

    /// The cursor as text.
    var encoded: String { Data((try? CBOREncoder().encode(self)) ?? []).base64EncodedString() }

    init(question: UInt64, time: Int64?, text: String?, row: Int64) {
        (self.question, self.time, self.text, self.row) = (question, time, text, row)
    }

    /// Reads a cursor.
    ///
    /// - Throws: INVALID_ARGUMENT for an invalid cursor, or one of another query.
    init(_ text: String, question: UInt64, order: LinkOrder) throws(RPCError) {
        guard text.utf8.count <= Self.maximumBytes, let bytes = Data(base64Encoded: text),
            let cursor = try? CBORDecoder().decode(Self.self, from: [UInt8](bytes)), cursor.question == question,
            (cursor.time != nil) == (order != .title), (cursor.text != nil) == (order == .title || order == .domain)
        else {
            throw .invalidArgument("page.cursor", "is not the cursor of a page of this list. Start again without one.")
        }
        self = cursor
    }
}
