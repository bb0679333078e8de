internal import CBOR
internal import Foundation
internal import HearthModel
internal import ProfilesAPI
internal import RPC

/// Where a page of favourites ended. Clients pass it back unread.
struct FavouriteCursor: Codable, Sendable, Hashable {
    /// The order that it belongs to; it means nothing in another.
    var order: FavouriteOrder
    /// The last entry's sort key, when that is a time.
    var time: Int64?
    /// The last entry's sort key, when that is a text.
    var text: String?
    /// The last entry.
    var content: String

    private static let maximumCharacters = 4_000

    /// The cursor as text.
    var encoded: String {
        let bytes = (try? CBOREncoder().encode(self)) ?? []
        return Data(bytes).base64EncodedString()
    }

    init(order: FavouriteOrder, time: Int64?, text: String?, content: String) {
        self.order = order
        self.time = time
        self.text = text
        self.content = content
    }

    /// Reads a cursor.
    ///
    /// - Throws: INVALID_ARGUMENT when it is none of ours, or of another order.
    init(_ text: String, order: FavouriteOrder) throws(RPCError) {
        guard text.utf8.count <= Self.maximumCharacters, let bytes = Data(base64Encoded: text),
            let cursor = try? CBORDecoder().decode(Self.self, from: [UInt8](bytes)), cursor.order == order,
            (cursor.time != nil) == (order == .added), (cursor.text != nil) == (order != .added)
        else {
            throw .invalidArgument("page.cursor", "is not the cursor of a page in this order. Start again without one.")
        }
        self = cursor
    }
}
