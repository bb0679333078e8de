internal import HearthModel
internal import RPC

extension PageRequest? {
    /// The validated page size.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT when it is not 1 to 200.
    func checkedSize() throws -> Int {
        guard let page = self else { return Int(PageRequest.standardSize) }
        guard (1...PageRequest.maximumSize).contains(page.size) else {
            throw RPCError.invalidArgument("page.size", "must be between 1 and \(PageRequest.maximumSize)")
        }
        return Int(page.size)
    }
}
