internal import CatalogFormats
internal import HTTPFetch

extension M3UAddress {
    /// A relative address resolved against that of its list.
    ///
    /// - Returns: nil for an absolute one, or one that cannot be resolved.
    static func completed(_ address: String, from base: FetchURL?) -> String? {
        guard let base, scheme(of: address) == nil else { return nil }
        return try? base.resolving(address).text
    }
}
