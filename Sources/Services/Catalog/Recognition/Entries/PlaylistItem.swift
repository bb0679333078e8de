package import HearthModel

/// A recognised entry of a playlist: the item that it links to, and the list's data of that item.
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
    /// Whether the entry is a heading ("##### UK #####").
    package var isHeading: Bool
    /// Why it is rejected, for the report; nil when it is imported.
    package var refusal: String?
    /// The channel number before its name: "[40] Boing".
    package var number: String?
    package var isRadio: Bool
    package var variant: StreamVariant
    /// The match keys of the item, the strongest first.
    package var rungs: [MatchKey]
    /// For a channel without a guide id, the channel that its name matches.
    package var namesake: Namesake?
    /// For a channel, its comparison key with other lists; nil where its list has enough data, or its guide id too few.
    package var label: ChannelSignature?

    /// The channel of the list that has a guide id and the same name.
    package struct Namesake: Sendable, Equatable {
        /// As ``GuideID/normalized``.
        package var guideID: String
        /// The id that the link's title would have without the match.
        package var ownID: DerivedID
    }

    /// The series of an episode.
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
