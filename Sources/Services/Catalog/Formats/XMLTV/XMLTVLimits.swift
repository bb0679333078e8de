/// What a guide may cost: everything beyond is cut or left out, and counted.
package struct XMLTVLimits: Sendable, Equatable {
    /// What may come out of a compressed guide.
    package var maximumInflatedBytes = Inflater.defaultLimitBytes
    /// Text of one element beyond this is dropped while it is read.
    package var maximumTextBytes = 65_536
    /// Titles and sub-titles are cut to this.
    package var maximumTitleCharacters = 500
    /// Descriptions are cut to this.
    package var maximumOverviewCharacters = 10_000
    /// Titles, categories, ratings and so on, of each kind, in one programme or channel.
    package var maximumValues = 40
    /// ProfilesClient in one programme.
    package var maximumCredits = 100
    /// A programme that is longer has lost its end.
    package var maximumProgrammeSeconds: Int64 = 31 * 86_400
    /// How often the parser starts again behind XML that it cannot go on from.
    package var maximumRestarts = 10_000

    package init() {}
}
