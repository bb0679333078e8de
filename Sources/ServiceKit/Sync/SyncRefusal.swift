package import HearthModel
package import RPC

extension SyncResult {
    /// The result of an operation that could not be applied; nil for an error that is the service's.
    ///
    /// - Parameter problem: the code of the service's own problems.
    package init?(id: String, refusal error: any Error, problem: (RPCError) -> String?) {
        let failure: RPCError
        switch error {
        case let error as RPCError: failure = error
        case let error as any RPCErrorConvertible: failure = error.rpcError
        default: return nil
        }
        let feature = failure.detail(FeatureRequired.self).map { _ in "featureRequired" }
        let field = failure.detail(InvalidField.self).map { _ in "invalid" }
        self.init(id: id, .refused, problem: problem(failure) ?? feature ?? field, message: failure.message)
    }
}
