internal import BackupFormat
internal import Foundation
internal import RPC
internal import ServiceKit

/// Makes backups at an interval, and keeps the latest ones. It goes by the wall clock and by the last backup, so that a
/// restart or a machine that was asleep leaves none out.
struct BackupSchedule: Sendable {
    let settings: BackupSettings
    let state: BackupStateFile
    let runtime: any Runtime
    /// Makes a backup at a path; returns why it failed.
    let make: @Sendable (_ path: String) async -> String?

    /// The pause after a failure, unless the interval is shorter.
    private static let retryPause = Duration.seconds(600)
    /// How often the wall clock is compared.
    private static let longestSleep = Duration.seconds(30)

    /// Makes backups until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            let rest = due().timeIntervalSince(now)
            if rest > 0 {
                do { try await runtime.sleep(for: min(.seconds(rest), Self.longestSleep)) } catch { return }
                continue
            }
            await makeOne()
        }
    }

    private var now: Date { Date(timeIntervalSince1970: runtime.wallTime.secondsSince1970) }

    /// When the next backup is to be made. A time that lies too far ahead, by a clock that was wrong, does not count.
    func due() -> Date {
        let known = state.read()
        let interval = settings.every.seconds
        var due = known?.lastSuccess.map { $0.at.addingTimeInterval(interval) } ?? .distantPast
        if let failure = known?.lastFailure, failure.at > known?.lastSuccess?.at ?? .distantPast {
            due = max(due, failure.at.addingTimeInterval(min(Self.retryPause.seconds, interval)))
        }
        return min(due, now.addingTimeInterval(interval))
    }

    /// Makes a backup, removes old ones, and records the result.
    func makeOne() async {
        let folder = BackupFolder(settings.directory)
        let path = folder.scheduledPath(at: now)
        let failure = await make(path)
        guard !Task.isCancelled else { return }
        var known = state.read() ?? BackupState(settings)
        known.update(settings)
        if let failure {
            known.lastFailure = BackupState.Failure(at: now, message: failure)
        } else {
            known.lastSuccess = BackupState.Success(at: now, path: path)
            let failed = folder.prune(keeping: settings.keep).failed
            known.lastFailure =
                failed.isEmpty
                ? nil
                : BackupState.Failure(at: now, message: "\(failed.joined(separator: ", ")) cannot be removed")
        }
        state.write(known)
    }
}

/// The schedule's last results, as the data directory records them for `hearth status` and `hearth doctor`.
struct BackupState: Codable, Sendable, Hashable {
    /// A backup that was made.
    struct Success: Codable, Sendable, Hashable {
        var at: Date
        var path: String
    }

    /// An attempt that failed.
    struct Failure: Codable, Sendable, Hashable {
        var at: Date
        var message: String
    }

    /// The directory of the backups.
    var directory: String
    /// The interval, in seconds.
    var everySeconds: Double
    var lastSuccess: Success?
    /// The last failure since the last success.
    var lastFailure: Failure?

    init(_ settings: BackupSettings) {
        (directory, everySeconds) = (settings.directory, settings.every.seconds)
    }

    mutating func update(_ settings: BackupSettings) {
        (directory, everySeconds) = (settings.directory, settings.every.seconds)
    }

    /// Intervals without a backup after which one counts as missing.
    private static let patience = 2.0

    /// What is wrong; nil when the last backup was made in time.
    func problem(now: Date) -> String? {
        if let lastFailure {
            let kept = lastSuccess.map { "; the last one is \($0.path)" } ?? "; there is none yet"
            return "The last scheduled backup failed: \(lastFailure.message)\(kept)"
        }
        guard let lastSuccess else { return nil }
        let age = now.timeIntervalSince(lastSuccess.at)
        guard age > Self.patience * everySeconds else { return nil }
        return "No scheduled backup was made for \(AmountFormatter.seconds(age)); the last one is \(lastSuccess.path)"
    }
}

/// The file with a ``BackupState``.
struct BackupStateFile: Sendable {
    private let path: String

    /// The file in a data directory.
    init(data: String) { path = "\(data)/.backup.json" }

    /// The last results; nil when there are none.
    func read() -> BackupState? {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return FileManager.default.contents(atPath: path).flatMap { try? decoder.decode(BackupState.self, from: $0) }
    }

    /// Records results. A failure, as on a full disk, costs no more than the record.
    func write(_ state: BackupState) {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        guard let data = try? encoder.encode(state) else { return }
        try? data.write(to: URL(filePath: path), options: .atomic)
    }
}

extension Duration {
    /// The whole duration in seconds.
    fileprivate var seconds: Double { Double(wholeMilliseconds) / 1_000 }
}
