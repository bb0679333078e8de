internal import HTTPFetch
internal import RPC

/// Where a source may be fetched from: http and https alone. A path is no address: no service opens a file that a caller names.
enum FeedAddress {
    /// Longer addresses are refused.
    static let maximumBytes = 4_096

    /// An address of http or https as it is to be fetched.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT, which tells nothing of the address.
    static func checked(_ text: String) throws -> String {
        let text = text.trimmingSpaces()
        guard !text.isEmpty, text.utf8.count <= maximumBytes, !text.utf8.contains(0) else {
            throw RPCError.invalidArgument("address", "an address of 1 to \(maximumBytes) bytes")
        }
        guard !text.hasPrefix("/") else {
            throw RPCError.invalidArgument(
                "address", "a whole address of http or https; a file is sent with ImportPlaylist or ImportGuide")
        }
        guard let url = try? FetchURL(text) else {
            throw RPCError.invalidArgument("address", "a whole address of http or https")
        }
        return url.text
    }

    /// An address without what may be a secret: the server alone.
    static func shown(_ address: String) -> String {
        (try? FetchURL(address).description) ?? "an address that cannot be read"
    }
}
