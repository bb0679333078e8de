/// The limits of a guide: everything beyond is truncated or rejected, and counted.
package struct XMLTVLimits: Sendable, Equatable {
    /// The inflated size of a guide.
    package var maximumInflatedBytes = Inflater.defaultLimitBytes
    /// Text of one element; more is dropped while it is read.
    package var maximumTextBytes = 65_536
    /// Titles and sub-titles are truncated to this.
    package var maximumTitleCharacters = 500
    /// Descriptions are truncated to this.
    package var maximumOverviewCharacters = 10_000
    /// Titles, categories, ratings and so on, of each kind, in one programme or channel.
    package var maximumValues = 40
    /// Credits of one programme.
    package var maximumCredits = 100
    /// The longest programme; a longer one has a wrong end.
    package var maximumProgrammeSeconds: Int64 = 31 * 86_400
    /// How often the parser restarts behind XML that it cannot recover from.
    package var maximumRestarts = 10_000

    package init() {}
}
