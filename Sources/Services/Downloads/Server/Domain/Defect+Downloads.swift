package import RPC

/// Planted bugs of this service, with which tests prove that their checks fail when they should.
extension Defect {
    /// Starts a download without reserving space.
    package static let reservesNothing = Defect(rawValue: "reserves-nothing")
    /// Checks for space before the transaction that reserves it.
    package static let asksForRoomEarly = Defect(rawValue: "asks-for-room-early")
    /// Writes bytes without a reservation.
    package static let writesBeyondRoom = Defect(rawValue: "writes-beyond-room")
    /// Renames files before they are durable.
    package static let renamesBeforeSync = Defect(rawValue: "renames-before-sync")
    /// Counts a file's bytes as durable before they are.
    package static let marksBeforeSync = Defect(rawValue: "marks-before-sync")
    /// Resumes a file whether or not the server still has the same one.
    package static let mixesVersions = Defect(rawValue: "mixes-versions")
    /// Marks a file as complete before its folder is renamed.
    package static let completesEarly = Defect(rawValue: "completes-early")
    /// Keeps the folders of files that no profile requests.
    package static let keepsTrash = Defect(rawValue: "keeps-trash")
    /// Fetches a title twice when it is requested twice at the same time.
    package static let startsTwice = Defect(rawValue: "starts-twice")
    /// Stores encrypted segments without decrypting them.
    package static let keepsEncrypted = Defect(rawValue: "keeps-encrypted")
    /// Serves expired downloads.
    package static let givesExpired = Defect(rawValue: "gives-expired")
    /// Locates expired downloads.
    package static let findsExpired = Defect(rawValue: "finds-expired")
    /// Retries a temporary failure after a thousand times as long.
    package static let pausesTooLong = Defect(rawValue: "pauses-too-long")
    /// Keeps the requests of a deleted profile.
    package static let keepsWishes = Defect(rawValue: "keeps-wishes")
    /// Deletes a deleted profile's requests, but not the files.
    package static let keepsFiles = Defect(rawValue: "keeps-files")
    /// Leaves no tombstone of a deleted profile, so that a token that outlives it recreates its data.
    package static let takesDeletedBack = Defect(rawValue: "takes-deleted-back")
}
