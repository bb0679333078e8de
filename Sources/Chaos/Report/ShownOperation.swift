public import ChaosHistory
internal import Foundation

/// One operation of a report with everything around it.
public struct ShownOperation: Sendable, Codable {
    /// The operation.
    public let operation: RecordedOperation
    /// The start of the run's clock, in nanoseconds: times are shown from here.
    public let start: Int64
    /// The faults that were active during it, or began shortly before.
    public let faults: [FaultEvent]
    /// The operations on the same object around it, itself included.
    public let onSameObject: [RecordedOperation]
    /// The violations that it proves, each as a sentence.
    public let violations: [String]

    /// Neighbours before and after it.
    private static let othersOnEachSide = 5
    /// A fault without a duration is shown when it began at most this long before, in nanoseconds.
    private static let lookBack: Int64 = 5_000_000_000

    /// Reads an operation from a report.
    ///
    /// - Parameter path: the report's directory, or its history file.
    /// - Throws: ``ReportError``; `HistoryError` when the history is damaged.
    public init(_ id: Int, inReport path: String) throws {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw ReportError("There is no report \(path).")
        }
        let directory = isDirectory.boolValue ? path : (path as NSString).deletingLastPathComponent
        let file = isDirectory.boolValue ? "\(path)/\(ReportFiles.history)" : path
        guard let data = FileManager.default.contents(atPath: file), let text = String(bytes: data, encoding: .utf8)
        else { throw ReportError("\(file) cannot be read: \(path) is no report of `hearth chaos run`.") }
        let report = FileManager.default.contents(atPath: "\(directory)/\(ReportFiles.json)")
            .flatMap { try? JSONDecoder().decode(ChaosReport.self, from: $0) }
        try self.init(id, of: History(jsonLines: text), checks: report?.checks ?? [])
    }

    init(_ id: Int, of history: History, checks: [CheckResult]) throws(ReportError) {
        guard let operation = history.operation(id) else {
            let last = history.operations.map(\.id).max().map { "; its operations are 0 to \($0)" } ?? ""
            throw ReportError("The report has no operation \(id)\(last).")
        }
        self.operation = operation
        start = history.begin?.nanoseconds ?? 0
        let (begin, end) = (operation.invoked, operation.ended ?? history.end ?? operation.invoked)
        faults = history.faults.filter { fault in
            guard fault.begin <= end else { return false }
            if let over = fault.end, over >= begin { return true }
            return (fault.end ?? fault.begin).nanoseconds >= begin.nanoseconds - Self.lookBack
        }
        let same = history.operations.filter { $0.object == operation.object }
        let place = same.firstIndex { $0.id == id } ?? 0
        onSameObject = Array(
            same[
                max(0, place - Self.othersOnEachSide)..<min(same.count, place + Self.othersOnEachSide + 1)])
        violations = checks.flatMap { check in
            check.violations.filter { $0.operations.contains(id) }
                .map { "\(check.check.rawValue) (\($0.checker) \($0.kind)): \($0.sentence)" }
        }
    }
}

/// Why a report cannot be shown.
public struct ReportError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
