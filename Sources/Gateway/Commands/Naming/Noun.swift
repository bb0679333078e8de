internal import DownloadsAPI
internal import ProfilesAPI
internal import ReadingListAPI
internal import SchedulerAPI

/// A kind of thing that arguments name: how failures speak of it, and which ids of a listed row mean it.
struct Noun: Sendable {
    /// `title`, `viewing window`.
    let name: String
    let plural: String
    /// The failure's code when nothing is called so.
    let code: String
    /// The command that lists them, for advice.
    let advice: String
    /// The kind of ids that a row of a list has for it.
    let kind: ListedKind

    static let title = Noun(
        name: "title", plural: "titles", code: "NOT_FOUND", advice: GatewayFailure.idAdvice, kind: .title)
    static let channel = Noun(
        name: "channel", plural: "channels", code: "UNKNOWN_CHANNEL",
        advice: "`hearth search --type channel WORDS` shows the channels, `hearth guide` those with a guide.",
        kind: .title)
    static let programme = Noun(
        name: "programme", plural: "programmes", code: "NOT_FOUND",
        advice: "`hearth guide --search WORDS` shows the times of programmes.", kind: .title)
    static let profile = Noun(
        name: "profile", plural: "profiles", code: ProfilesProblem.Code.unknownProfile.rawValue,
        advice: "`hearth profile list` shows them all.", kind: .profile)
    static let source = Noun(
        name: "source", plural: "sources", code: "UNKNOWN_SOURCE", advice: "`hearth source` shows them all.",
        kind: .source)
    static let download = Noun(
        name: "download", plural: "downloads", code: DownloadsProblem.Code.unknownDownload.rawValue,
        advice: "`hearth download` shows the ids of downloads.", kind: .download)
    static let link = Noun(
        name: "link", plural: "links", code: ReadingListProblem.Code.unknownLink.rawValue,
        advice: "`hearth read list` shows the ids of links, and with --archive of those that were read.", kind: .link)
    static let slot = Noun(
        name: "slot", plural: "slots", code: SchedulerProblem.Code.unknownSlot.rawValue,
        advice: "`hearth schedule` shows the ids of slots.", kind: .slot)
    static let window = Noun(
        name: "window", plural: "windows", code: SchedulerProblem.Code.unknownWindow.rawValue,
        advice: "`hearth schedule window` shows the windows.", kind: .window)
    static let change = Noun(
        name: "change to undo", plural: "changes", code: "NOT_FOUND", advice: "`hearth undo --list` shows them all.",
        kind: .correction)
    static let correction = Noun(
        name: "correction", plural: "corrections", code: "NOT_FOUND",
        advice: "`hearth correct list` shows the corrections.", kind: .correction)
}
