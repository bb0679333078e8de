package import RPC

/// Defects of this service, so that tests can show that their checks fail when they should.
extension Defect {
    /// A download is begun without room being reserved for it.
    package static let reservesNothing = Defect(rawValue: "reserves-nothing")
    /// Whether there is room is asked before the transaction that reserves it.
    package static let asksForRoomEarly = Defect(rawValue: "asks-for-room-early")
    /// Bytes are written for which no room is reserved.
    package static let writesBeyondRoom = Defect(rawValue: "writes-beyond-room")
    /// Files get their names before they are durable.
    package static let renamesBeforeSync = Defect(rawValue: "renames-before-sync")
    /// A file's bytes count as durable before they are.
    package static let marksBeforeSync = Defect(rawValue: "marks-before-sync")
    /// What is here is gone on with, whether the server still has the same file or not.
    package static let mixesVersions = Defect(rawValue: "mixes-versions")
    /// A file counts as all there before its folder has its name.
    package static let completesEarly = Defect(rawValue: "completes-early")
    /// Keeps the folders of files that no profile requests.
    package static let keepsTrash = Defect(rawValue: "keeps-trash")
    /// A title that is asked for twice at the same time is there twice.
    package static let startsTwice = Defect(rawValue: "starts-twice")
    /// Segments that are encrypted are kept as they come.
    package static let keepsEncrypted = Defect(rawValue: "keeps-encrypted")
    /// What has expired is given all the same.
    package static let givesExpired = Defect(rawValue: "gives-expired")
    /// What has expired is found all the same.
    package static let findsExpired = Defect(rawValue: "finds-expired")
    /// What has failed for the moment is tried again after a thousand times as long.
    package static let pausesTooLong = Defect(rawValue: "pauses-too-long")
    /// What a deleted profile has asked for stays.
    package static let keepsWishes = Defect(rawValue: "keeps-wishes")
    /// That a deleted profile has asked for a file is forgotten, and the file stays.
    package static let keepsFiles = Defect(rawValue: "keeps-files")
    /// A deleted profile leaves no mark, and comes back with a token that outlives it.
    package static let takesDeletedBack = Defect(rawValue: "takes-deleted-back")
}
