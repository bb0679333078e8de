extension GatewayFailure {
    /// The failure of a change of something that is not there. What else was named is changed all the same.
    ///
    /// - Parameters:
    ///   - names: what is not there, as it was named.
    ///   - say: the sentence about one of them, such as `There is no download "x".`
    static func notFound(_ code: String, _ names: [String], advice: String?, _ say: (String) -> String) -> Self? {
        guard !names.isEmpty else { return nil }
        return Self(code, names.map { say(Table.printable($0)) }.joined(separator: "\n  "), advice: advice)
    }
}
