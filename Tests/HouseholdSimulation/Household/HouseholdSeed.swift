package import HearthModel

/// What is known of a household once it is founded.
package struct HouseholdSeed: Codable, Hashable, Sendable {
    /// The films that everybody may see, by their numbers.
    package var films: [ContentID] = []
    /// Those that are marked adult.
    package var adult: [ContentID] = []
    /// What the child may not see, of all of them.
    package var forbidden: [ContentID] = []
    /// The first channel.
    package var channel: ContentID?
    /// The profiles' ids, by the people's names.
    package var profiles: [String: String] = [:]
    /// What the household is called at first.
    package var name = ""
}
