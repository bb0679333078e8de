internal import CBOR
internal import Foundation
internal import RPC

/// Where a page of the history ended. Clients pass it back unread.
struct HistoryCursor: Codable, Sendable, Hashable {
    /// When the last entry was opened.
    var opened: Int64
    /// The last entry.
    var session: Int64

    private static let maximumCharacters = 200

    init(opened: Int64, session: Int64) {
        self.opened = opened
        self.session = session
    }

    /// The cursor as text.
    var encoded: String {
        let bytes = (try? CBOREncoder().encode(self)) ?? []
        return Data(bytes).base64EncodedString()
    }

    /// Reads a cursor.
    ///
    /// - Throws: INVALID_ARGUMENT when it is none of ours.
    init(_ text: String) throws(RPCError) {
        guard text.utf8.count <= Self.maximumCharacters, let bytes = Data(base64Encoded: text),
            let cursor = try? CBORDecoder().decode(Self.self, from: [UInt8](bytes))
        else {
            throw .invalidArgument("page.cursor", "is not the cursor of a page. Start again without one.")
        }
        self = cursor
    }
}
