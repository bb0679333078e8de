internal import CatalogFormats
internal import HTTPFetch
internal import RPC

/// The addresses of sources: HTTP only. A path is rejected: no service opens a file that a caller names.
enum FeedAddress {
    /// Longer addresses are rejected.
    static let maximumBytes = 4_096

    /// A validated HTTP address.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT, which reveals nothing of the address.
    static func checked(_ text: String) throws -> String {
        let text = text.trimmingSpaces()
        guard !text.isEmpty, text.utf8.count <= maximumBytes, !text.utf8.contains(0) else {
            throw RPCError.invalidArgument("address", "must be an address of 1 to \(maximumBytes) bytes")
        }
        guard !text.hasPrefix("/") else {
            throw RPCError.invalidArgument(
                "address", "must be a whole address of http or https; a file is sent with ImportPlaylist or ImportGuide"
            )
        }
        guard let url = try? FetchURL(text) else {
            throw RPCError.invalidArgument("address", "must be a whole address of http or https")
        }
        return url.text
    }

    /// An address without its potential secrets: the server only.
    static func shown(_ address: String) -> String {
        (try? FetchURL(address).description) ?? "an address that cannot be read"
    }
}
