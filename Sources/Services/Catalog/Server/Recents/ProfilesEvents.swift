internal import GRDB
internal import ProfilesAPI
internal import ServiceKit

/// What profiles tells, applied here.
enum ProfilesEvents {
    /// Applies an event; right however often.
    static func apply(_ event: ProfilesEvent, _ db: Database) throws {
        // Also one that has nothing here: its token may still come.
        let known = try SearchHistory.profiles(db) + [event.profileDeleted?.profile].compactMap(\.self)
        for profile in Set(event.gone(among: known)).sorted() { try SearchHistory.erase(profile, db) }
        if !event.isKnown, event.mustBeUnderstood == true { throw UnknownEvent() }
    }
}
