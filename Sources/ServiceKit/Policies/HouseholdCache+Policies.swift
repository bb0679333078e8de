package import HearthModel
package import RPC

extension HouseholdCache<PolicyGenerations> {
    /// Whether a viewer's token predates the last change of its rules; nil while the household's shard has not been
    /// opened.
    func isOutdated(_ viewer: Viewer) -> Bool? { value(of: viewer.household)?.isOutdated(viewer) }

    /// Records a change; of several at the same moment the last one counts.
    func raise(to generations: PolicyGenerations, of household: String) {
        update(household) {
            PolicyGenerations(kids: max($0.kids, generations.kids), adults: max($0.adults, generations.adults))
        }
    }
}

extension ShardDirectory {
    /// Rejects a household's outdated tokens from now on, and ends the streams that were opened with them.
    package func endOutdatedTokens(_ generations: PolicyGenerations, of household: String, _ openStreams: OpenStreams) {
        policies.raise(to: generations, of: household)
        openStreams.end(in: household) { generations.isOutdated($0) }
    }
}
