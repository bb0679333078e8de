internal import DownloadsAPI

/// Formats downloads as text.
enum DownloadFormatter {
    /// A download's state in short: `completed`, `downloading, 53 %`.
    static func status(_ download: Download) -> String {
        guard download.status != .completed, let progress = download.progress else { return download.status.rawValue }
        return "\(download.status), \(PlaybackFormatter.percent(progress))"
    }

    /// A note for a download; nil for most.
    static func note(on download: Download) -> String {
        if let trouble = download.trouble { return trouble.message }
        if download.status == .completed, !download.isAvailableOffline { return "files are missing" }
        if download.isExpired { return "expired" }
        if download.status == .completed, let segments = download.missingSegments, let seconds = download.missingSeconds
        {
            return
                "\(AmountFormatter.count(Int(segments), "segment")) (\(AmountFormatter.seconds(seconds))) missing in the stream"
        }
        guard let speed = download.bytesPerSecond else { return "" }
        let left = download.secondsLeft.map { ", \(AmountFormatter.seconds(Double($0))) left" } ?? ""
        return "\(AmountFormatter.bytes(speed))/s\(left)"
    }
}
