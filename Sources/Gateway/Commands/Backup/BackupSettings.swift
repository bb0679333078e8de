internal import ArgumentParser
internal import Foundation
internal import ServiceKit

/// The schedule of backups: the section `backup:` of the configuration file, or the options of `hearth backup`.
struct BackupSettings: Sendable, Hashable {
    /// The directory of the backups.
    let directory: String
    /// The interval.
    let every: Duration
    /// How many are kept.
    let keep: Int
    /// The file of the key that encrypts them; nil when they are not encrypted.
    var keyFile: String?

    static let standardKeep = 7
    private static let keepLimits = 1...1_000
    private static let shortestSeconds = 60.0
    private static let part = "backup"

    private static let to = Setting<String>(
        "to", help: "the directory of backups", allowed: "an absolute path", parse: { $0.hasPrefix("/") ? $0 : nil })
    private static let interval = Setting<TimeSpan>(
        "every", help: "the interval of backups", allowed: "a time from 1m, such as 24h",
        parse: { text in TimeSpan(argument: text).flatMap { $0.seconds >= shortestSeconds ? $0 : nil } })
    private static let kept = Setting<Int>(
        "keep", help: "how many backups are kept",
        allowed: "a whole number from \(keepLimits.lowerBound) to \(keepLimits.upperBound)",
        parse: { Int($0).flatMap { keepLimits.contains($0) ? $0 : nil } })
    private static let key = Setting<String>(
        "key-file", help: "the file of the key that encrypts backups", allowed: "an absolute path",
        parse: { $0.hasPrefix("/") ? $0 : nil })

    /// The schedule of a command line.
    ///
    /// - Throws: `ValidationError`.
    init(directory: String, every: TimeSpan, keep: Int?) throws {
        guard every.seconds >= Self.shortestSeconds else {
            throw ValidationError("--every must be 1m or more.")
        }
        let keep = keep ?? Self.standardKeep
        guard Self.keepLimits.contains(keep) else {
            throw ValidationError(
                "--keep must be between \(Self.keepLimits.lowerBound) and \(Self.keepLimits.upperBound).")
        }
        (self.directory, self.every, self.keep) = (directory, .seconds(every.seconds), keep)
    }

    /// The schedule of a configuration file; nil when the file has none.
    ///
    /// - Throws: `ConfigurationError`, ``GatewayFailure``.
    init?(_ file: ConfigurationFile?) throws {
        // The environment's variables are those of other settings.
        let layers = ConfigurationLayers(flags: [:], environment: [:], file: file, part: Self.part)
        let found = [
            try layers.configured(Self.to) == nil, try layers.configured(Self.interval) == nil,
            try layers.configured(Self.kept) == nil, try layers.configured(Self.key) == nil,
        ]
        guard found.contains(false) else { return nil }
        guard let to = try layers.configured(Self.to), let every = try layers.configured(Self.interval) else {
            throw GatewayFailure(
                "CONFIGURATION", "The section \"backup\" of \(file?.path ?? "the configuration") needs to and every.",
                advice: "backup: {to: /mnt/backups, every: 24h}", status: .configuration)
        }
        (directory, self.every) = (to.value, .seconds(every.value.seconds))
        keep = try layers.value(of: Self.kept, default: Self.standardKeep).value
        keyFile = try layers.configured(Self.key)?.value
    }
}
