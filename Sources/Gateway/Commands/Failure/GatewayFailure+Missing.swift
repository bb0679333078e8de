extension GatewayFailure {
    /// The failure of a change of missing items. The other named items are changed all the same.
    ///
    /// - Parameters:
    ///   - names: the missing items, as named.
    ///   - say: the sentence about one of them, such as `There is no download "x".`
    static func notFound(_ code: String, _ names: [String], advice: String?, _ say: (String) -> String) -> Self? {
        guard !names.isEmpty else { return nil }
        return Self(code, names.map { say(Table.printable($0)) }.joined(separator: "\n  "), advice: advice)
    }
}
