internal import GRDB
internal import ProfilesAPI
internal import ServiceKit

/// What profiles tells, applied here.
enum ProfilesEvents {
    /// Applies an event; right however often.
    static func apply(_ event: ProfilesEvent, _ db: Database) throws {
        // Also those that have nothing here: their tokens may still come.
        for profile in event.gone(among: try WishTable.profiles(db)).sorted() { try WishTable.erase(profile, db) }
        if !event.isKnown, event.mustBeUnderstood == true { throw UnknownEvent() }
    }
}
