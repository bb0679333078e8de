/// What a person does: one thing that a device asks of the services, or does by itself.
///
/// What refers to another operation names it by its id, and is left out when that was left out or came to nothing. Titles
/// are numbers in the founded library.
package enum PlannedAction: Codable, Hashable, Sendable {
    // Watching.
    case play(title: Int, startsOver: Bool)
    /// Tells where the player of an earlier `play` is, in seconds; a device that is offline keeps it for later.
    case report(play: String, position: Int)
    case endSession(play: String, position: Int)
    /// Completes the film of an earlier `play`, and asks what plays next.
    case completeTitle(play: String, position: Int)
    case readProgress(play: String)
    case continueWatching
    case markWatched(number: Int)
    case unmarkWatched(mark: String)
    // What comes next.
    case queue(title: Int, isFirst: Bool)
    case unqueue(add: String)
    case moveInQueue(add: String, position: Int)
    case readQueue
    // Favourites.
    case favour(number: Int)
    case unfavour(add: String)
    case readFavourites
    // Links.
    case saveLink(number: Int)
    /// Saves the same page, with an address that says where the click came from.
    case saveLinkAgain(save: String)
    case archiveLink(save: String)
    case starLink(save: String)
    case deleteLink(save: String)
    case readLinks
    // The programme.
    case addWindow(day: Int, hour: Int)
    case removeWindow(add: String)
    case book(day: Int, quarter: Int, minutes: Int, with: [String])
    case moveBooking(book: String, quarter: Int)
    case cancelBooking(book: String)
    case readWeek(monday: Int)
    case planWeek(monday: Int)
    // The library.
    case importPlaylist(version: Int)
    case importGuide(version: Int)
    case readSources
    case search(text: String)
    /// Asks for what is not for everybody.
    case openAdult(number: Int)
    // The household.
    case rename
    case readHousehold
    case setKidsSeeUnrated(Bool)
    case createVisitor(name: String)
    case deleteVisitor(create: String)
    case switchProfile(to: String)
    case setPIN
    /// Guesses the household's PIN, and is wrong.
    case guessPIN
    // Downloads.
    case download(title: Int)
    case pauseDownload(start: String)
    case resumeDownload(start: String)
    case retryDownload(start: String)
    case cancelDownload(start: String)
    case deleteDownload(start: String)
    case moveDownload(start: String, position: Int)
    case playDownload(start: String)
    case readDownloads
    case requestStorage
    // What TMDB knows.
    case discover(list: Int)
    case lookUp(film: Int)
    case lookFor(film: Int)
    // The device itself.
    case goOffline
    case comeBack
    // In step with other devices.
    /// Pushes a favourite that was added offline.
    case pushFavourite(number: Int)
    case pushUnfavour(add: String)
    case pullFavourites
    /// Pushes that a title was marked as watched offline.
    case pushMark(number: Int)
    case pullMarks
}

extension PlannedAction {
    /// The operations that it needs.
    package var references: [String] {
        switch self {
        case .report(let id, _), .endSession(let id, _), .completeTitle(let id, _), .readProgress(let id),
            .unqueue(let id), .moveInQueue(let id, _), .unfavour(let id), .archiveLink(let id), .starLink(let id),
            .deleteLink(let id),
            .removeWindow(let id), .moveBooking(let id, _), .cancelBooking(let id), .deleteVisitor(let id),
            .unmarkWatched(let id), .saveLinkAgain(let id), .pauseDownload(let id), .resumeDownload(let id),
            .retryDownload(let id), .cancelDownload(let id), .deleteDownload(let id), .moveDownload(let id, _),
            .playDownload(let id), .pushUnfavour(let id):
            [id]
        default: []
        }
    }
}
