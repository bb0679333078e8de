internal import CatalogAPI
internal import RPC

extension FeedValidator {
    /// Validates how many streams an account opens at once.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT.
    static func checkConnections(_ connections: Int32, of kind: ImportKind) throws {
        guard kind != .guide else {
            throw RPCError.invalidArgument("maximumConnections", "a guide has no streams")
        }
        let range = Catalog.UpdateSource.connections
        guard connections == 0 || range.contains(connections) else {
            throw RPCError.invalidArgument(
                "maximumConnections",
                "\(range.lowerBound) to \(range.upperBound), or 0 for what the account's panel says")
        }
    }

    /// Whether a request changes nothing else, as for a source without an address.
    static func changesConnectionsOnly(_ request: Catalog.UpdateSource) -> Bool {
        [request.address, request.username, request.password, request.userAgent, request.timeZone]
            .allSatisfy { $0 == nil } && request.refreshMinutes == nil && request.isDisabled == nil
    }
}
