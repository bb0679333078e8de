internal import ArgumentParser
internal import DownloadsAPI
internal import Foundation
internal import HearthModel

/// `hearth download`
struct DownloadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "download",
        abstract: "Download films and episodes for offline playback.",
        discussion: """
            hearth download start glass harbour  start one; for a series, every episode
            hearth download                      the downloads and their progress
            hearth download follow               follow the progress
            hearth download storage              free and used disk space
            hearth download read @1 > film.mp4   its bytes, also from another machine
            """,
        subcommands: [
            DownloadStart.self, DownloadList.self, DownloadPause.self, DownloadResume.self, DownloadCancel.self,
            DownloadDelete.self, DownloadRetry.self, DownloadMove.self, DownloadFollow.self, DownloadShowStorage.self,
            DownloadRead.self,
        ], defaultSubcommand: DownloadList.self)

    /// The command that shows a change's outcome.
    static let see = "hearth download"

    /// Downloads as a table.
    static func show(_ downloads: [Download], _ output: Output) {
        var table = Table(
            .text("TITLE", isFlexible: true), .text("STATUS"), .number("DONE"), .number("SIZE"),
            .text("NOTE", isFlexible: true),
            .text("ID"))
        for download in downloads {
            table.add(
                CardFormatter.title(download.card), download.status.rawValue,
                download.progress.map { "\(Int($0 * 100)) %" } ?? "",
                AmountFormatter.bytes(download.totalBytes ?? download.bytes), DownloadFormatter.note(on: download),
                download.id, row: ListedRow([.download: download.id, .title: download.content.rawValue]))
        }
        output.table(table)
    }

    /// One download after a change, as a line or as JSON.
    static func tell(_ download: Download, _ output: Output) {
        if output.isJSON { return output.json(download) }
        output.line("\(Table.printable(CardFormatter.title(download.card))) is \(download.status).")
    }
}

/// A quality on the command line.
struct QualityArgument: ExpressibleByArgument {
    let quality: DownloadQuality

    init?(argument: String) {
        guard let known = DownloadQuality.all.first(where: { $0.rawValue == argument.lowercased() }) else { return nil }
        quality = known
    }

    static let allValueStrings = DownloadQuality.all.map(\.rawValue)
}
