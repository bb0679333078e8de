package import Household

/// An entry of a playlist, understood: which item it is a link to, and what the list says of that item.
package struct PlaylistItem: Sendable {
    /// The item that the link belongs to.
    package var id: DerivedID
    package var kind: ContentKind
    package var classification: Classification
    /// The cleaned title; of an episode its own, empty when the list has none.
    package var title: String
    package var year: Int?
    /// Of an episode.
    package var series: Series?
    package var groups: [String]
    package var genres: [Genre]
    /// ISO 3166-1 alpha-2.
    package var country: String?
    package var certification: Certification?
    package var adult: AdultFinding?
    /// The list uses the entry as a heading ("##### UK #####").
    package var isHeading: Bool
    /// Why it cannot be taken in, for the report; nil for what can.
    package var refusal: String?
    /// The channel's number that stands in front of its name: "[40] Boing".
    package var number: String?
    package var isRadio: Bool
    package var variant: StreamVariant
    /// How to know the item again, the surest first.
    package var rungs: [MatchKey]
    /// Of a channel without a guide id, that it was taken for by its name.
    package var namesake: Namesake?
    /// Of a channel, by what it is compared with those of other lists; nil where its list says enough, or its guide id too little.
    package var label: ChannelSignature?

    /// The channel of the list that has a guide id and the name of one that has none.
    package struct Namesake: Sendable, Equatable {
        /// As ``GuideID/normalized``.
        package var guideID: String
        /// The id that the link's title would have by itself.
        package var ownID: DerivedID
    }

    /// Where an episode belongs.
    package struct Series: Sendable, Equatable {
        package var id: DerivedID
        package var title: String
        package var year: Int?
        /// nil when the list names none.
        package var season: Int?
        package var episode: Int?
        package var lastEpisode: Int?
        /// Year, month and day of a daily programme, as "2024-01-15".
        package var airDate: String?
    }
}
