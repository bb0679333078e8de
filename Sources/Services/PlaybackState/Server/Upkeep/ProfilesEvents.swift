internal import GRDB
internal import ProfilesAPI
internal import ServiceKit

/// What profiles tells, applied here.
enum ProfilesEvents {
    /// Applies an event; right however often.
    static func apply(_ event: ProfilesEvent, _ db: Database) throws {
        // Also those that have nothing here: their tokens may still come.
        for profile in event.gone(among: try ProfileTable.all(db)).sorted() {
            try OthersChanges.profileDeleted(profile, db)
        }
        if let change = event.profileSwitched, change.clearsQueue == true {
            try OthersChanges.profileLeft(change.from, db)
        }
        if !event.isKnown, event.mustBeUnderstood == true { throw UnknownEvent() }
    }
}
