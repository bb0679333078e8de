internal import HTTPFetch
internal import RPC

/// Where a source may come from.
enum FeedAddress {
    /// Longer addresses are refused.
    static let maximumBytes = 4_096

    /// An address of http or https as it is to be fetched, or a file's absolute path.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT, which tells nothing of the address.
    static func checked(_ text: String) throws -> String {
        let text = text.trimmingSpaces()
        guard !text.isEmpty, text.utf8.count <= maximumBytes, !text.utf8.contains(0) else {
            throw RPCError.invalidArgument("address", "an address or path of 1 to \(maximumBytes) bytes")
        }
        if isFile(text) { return text }
        guard let url = try? FetchURL(text) else {
            throw RPCError.invalidArgument("address", "a whole address of http or https, or a file's absolute path")
        }
        return url.text
    }

    /// Whether it is a file's path.
    static func isFile(_ address: String) -> Bool { address.hasPrefix("/") }

    /// An address without what may be a secret: a path as it is, of anything else the server alone.
    static func shown(_ address: String) -> String {
        if isFile(address) { return address }
        return (try? FetchURL(address).description) ?? "an address that cannot be read"
    }
}
