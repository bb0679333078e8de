internal import Foundation
public import Logging
public import RPC

/// The logs of services, merged by time: first those that are there, then what is added. They are files, and so can be
/// read whether a cluster runs or not.
public final class ClusterLogs {
    /// The records to return.
    public struct Selection: Sendable {
        /// The services, and ``ServiceLogFiles/supervisor``.
        public var services: [String]
        /// Older records are left out.
        public var since: WallTime?
        /// Records of lower levels are left out.
        public var level: Logger.Level
        /// The maximum of records that ``ClusterLogs/history()`` returns, the latest ones; nil for all.
        public var limit: Int?

        /// Creates a selection.
        public init(services: [String], since: WallTime? = nil, level: Logger.Level = .trace, limit: Int? = nil) {
            (self.services, self.since, self.level, self.limit) = (services, since, level, limit)
        }
    }

    private let dataDirectory: String
    private let selection: Selection
    private let since: String
    private var readers: [LogReader] = []

    /// The logs of a data directory.
    public init(dataDirectory: String, _ selection: Selection) {
        (self.dataDirectory, self.selection) = (dataDirectory, selection)
        since = selection.since.map(Self.text) ?? ""
    }

    /// Whether there is a log of any of the services.
    public var exists: Bool {
        selection.services.contains { service in
            ServiceLogFiles(service: service, dataDirectory: dataDirectory).paths
                .contains { FileManager.default.fileExists(atPath: $0) }
        }
    }

    /// The records so far, by time. Call it once, before ``next()``.
    public func history() -> [LogRecord] {
        let found = selection.services.map { service in
            let (reader, records) = start(ServiceLogFiles(service: service, dataDirectory: dataDirectory))
            readers.append(reader)
            return records
        }
        let merged = Self.merged(found)
        return selection.limit.map { Array(merged.suffix($0)) } ?? merged
    }

    /// The records since the last call, by time.
    public func next() -> [LogRecord] { Self.merged(readers.map { $0.read().filter(isSelected) }) }

    /// Reads no more of the rotated logs than the selection needs.
    private func start(_ files: ServiceLogFiles) -> (LogReader, [LogRecord]) {
        var rotated = selection.limit == nil && selection.since == nil ? ServiceLogFiles.keptFiles : 0
        while true {
            let reader = LogReader(files, rotated: rotated)
            let records = reader.read()
            let selected = records.filter(isSelected)
            let isEnough =
                selection.limit.map { selected.count >= $0 } ?? false
                || selection.since != nil && (records.first.map { $0.time < since } ?? false)
            guard !isEnough, rotated < ServiceLogFiles.keptFiles else { return (reader, selected) }
            rotated += 1
        }
    }

    private func isSelected(_ record: LogRecord) -> Bool { record.level >= selection.level && record.time >= since }

    /// Each service's records stay in their order, also where the clock was set back.
    private static func merged(_ lists: [[LogRecord]]) -> [LogRecord] {
        var rest = lists.map { $0[...] }.filter { !$0.isEmpty }
        var merged: [LogRecord] = []
        merged.reserveCapacity(rest.reduce(0) { $0 + $1.count })
        while let next = rest.indices.min(by: { (rest[$0].first?.time ?? "") < (rest[$1].first?.time ?? "") }) {
            if let record = rest[next].popFirst() { merged.append(record) }
            if rest[next].isEmpty { rest.remove(at: next) }
        }
        return merged
    }

    private static func text(_ time: WallTime) -> String {
        Date(timeIntervalSince1970: time.secondsSince1970).formatted(
            .iso8601.year().month().day().time(includingFractionalSeconds: true).timeZone(separator: .omitted))
    }
}
