internal import CBOR
internal import Foundation
internal import RPC

/// The end of a page: the sort key of its last title. Titles added later do not move it.
struct SearchCursor: Codable, Hashable, Sendable {
    /// A hash of the request, so that the cursor is not accepted by another search.
    var question: UInt64
    /// The order of the page.
    var order: String
    /// The first part of the key.
    var rank: Int64
    /// The second part.
    var title: String
    /// The third part.
    var id: String
    /// The corrected text that is searched as well.
    var corrected: String?
    /// The total of all pages, where that is counted once.
    var total: Int64?
    /// Whether a natural-language text was searched as it is.
    var isPlain: Bool?

    /// Encodes the cursor for the next request.
    func encoded() throws -> String {
        Data(try CBOREncoder().encode(self)).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// Decodes a cursor.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT for anything but the cursor of the same search.
    static func decode(_ text: String, question: UInt64) throws -> SearchCursor {
        let padded = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        let whole = padded + String(repeating: "=", count: (4 - padded.utf8.count % 4) % 4)
        guard text.utf8.count <= maximumBytes, let data = Data(base64Encoded: whole),
            let cursor = try? CBORDecoder().decode(SearchCursor.self, from: [UInt8](data)), cursor.question == question
        else { throw RPCError.invalidArgument("page.cursor", "must be a cursor of this list") }
        return cursor
    }

    private static let maximumBytes = 4_096
}
