internal import CBOR
internal import Foundation
internal import RPC

/// Where a page ended: the sort key of its last title. What is added later does not move it.
struct SearchCursor: Codable, Hashable, Sendable {
    /// A hash over what was asked, so that a cursor is not taken for another search.
    var question: UInt64
    /// In which of the ways to order the results the page was made.
    var order: String
    /// The first part of the key.
    var rank: Int64
    /// The second part.
    var title: String
    /// The third part.
    var id: String
    /// The text that is looked for beside the one asked for.
    var corrected: String?
    /// How many entries all pages have together, where that is counted once.
    var total: Int64?
    /// Whether a text that was to be read as people speak was looked for as it is.
    var isPlain: Bool?

    /// The cursor as text for the next request.
    func encoded() throws -> String {
        Data(try CBOREncoder().encode(self)).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// Reads a cursor.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT for anything but the cursor of the same search.
    static func decode(_ text: String, question: UInt64) throws -> SearchCursor {
        let padded = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        let whole = padded + String(repeating: "=", count: (4 - padded.utf8.count % 4) % 4)
        guard text.utf8.count <= maximumBytes, let data = Data(base64Encoded: whole),
            let cursor = try? CBORDecoder().decode(SearchCursor.self, from: [UInt8](data)), cursor.question == question
        else { throw RPCError.invalidArgument("page.cursor", "not the cursor of this list") }
        return cursor
    }

    private static let maximumBytes = 4_096
}
