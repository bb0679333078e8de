internal import HTTPFetch
internal import ServiceKit

/// The settings of this service.
enum DownloadsSettings {
    /// Hosts of the household's own network that links may point to.
    static let hosts = Setting<[String]>(
        list: "download-hosts", help: "hosts on the household's own network that links may lead to",
        allowed: "names or addresses, each with a port or without",
        parse: { $0.allSatisfy { !$0.isEmpty } ? $0 : nil })

    /// The quota of each profile that has not set `maxDownloadStorageGB`: its own setting counts from its first change.
    static let quota = Setting<Int64>(
        "download-quota-mb",
        help: "millions of bytes that each profile's downloads may take, until it sets maxDownloadStorageGB",
        allowed: "a whole number from 1 to \(maximum)", parse: megabytes)

    /// The free space that downloads leave on the disk.
    static let floor = Setting<Int64>(
        "download-floor-mb", help: "millions of bytes that downloads leave free on the disk",
        allowed: "a whole number from 0 to \(maximum)", parse: { $0 == "0" ? 0 : megabytes($0) })

    private static let maximum: Int64 = 1_000_000_000

    @Sendable private static func megabytes(_ text: String) -> Int64? {
        Int64(text).flatMap { (1...maximum).contains($0) ? $0 * 1_000_000 : nil }
    }
}
