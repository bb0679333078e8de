internal import Foundation
internal import RPC
internal import RPCDiagnostics

/// The spans of one trace from several processes, as a tree.
struct SpanTree {
    /// A span and the process that recorded it.
    struct Entry: Encodable, Sendable {
        var service: String
        var span: Sys.Span

        init(_ service: String, _ span: Sys.Span) { (self.service, self.span) = (service, span) }
    }

    /// The spans, each followed by its children, in order of start.
    let entries: [Entry]
    private let depths: [Int]

    /// The columns of the bar chart of spans.
    private static let pictureWidth = 30

    init(_ all: [Entry]) {
        let ids = Set(all.map(\.span.id))
        let earliestFirst = all.sorted { $0.span.beganMicroseconds < $1.span.beganMicroseconds }
        // A span whose parent was not recorded is the root of its own tree.
        let children = Dictionary(grouping: earliestFirst) { $0.span.parent.flatMap { ids.contains($0) ? $0 : nil } }
        var (entries, depths, seen): ([Entry], [Int], Set<String>) = ([], [], [])
        var open = (children[nil] ?? []).reversed().map { ($0, 0) }
        while let (entry, depth) = open.popLast() {
            // IDs come from other processes: a cycle of parents ends here.
            guard seen.insert(entry.span.id).inserted else { continue }
            entries.append(entry)
            depths.append(depth)
            open += (children[entry.span.id] ?? []).reversed().map { ($0, depth + 1) }
        }
        (self.entries, self.depths) = (entries, depths)
    }

    var isEmpty: Bool { entries.isEmpty }

    /// A line per span: its start after the first, its duration, its name, and a bar.
    var table: Table {
        var table = Table(
            .number("AT"), .number("TOOK"), .text("SERVICE"), .text("WHAT", isFlexible: true), .text("CODE"),
            .text("WHEN"))
        let begin = entries.map(\.span.beganMicroseconds).min() ?? 0
        let end = entries.map { $0.span.endMicroseconds }.max() ?? 0
        for (entry, depth) in zip(entries, depths) {
            let span = entry.span
            let code = span.attributes["rpc.response.status_code"] ?? (span.failed ? "failed" : "")
            let what = Self.what(span) + (span.kind == "client" ? " >" : "")
            table.add(
                AmountFormatter.microseconds(UInt64(max(0, span.beganMicroseconds &- begin))),
                AmountFormatter.microseconds(UInt64(max(0, span.microseconds))), entry.service,
                String(repeating: "  ", count: depth) + what, code == "OK" ? "" : code,
                Self.picture(span, from: begin, to: end), colour: span.failed ? .red : nil)
        }
        return table
    }

    private static func what(_ span: Sys.Span) -> String {
        guard let database = span.attributes["db.namespace"] else { return span.name }
        return "\(database).sqlite: \(span.name)"
    }

    private static func picture(_ span: Sys.Span, from begin: Int64, to end: Int64) -> String {
        let scale = Double(pictureWidth) / max(1, Double(end) - Double(begin))
        let before = min(pictureWidth - 1, Int((Double(span.beganMicroseconds) - Double(begin)) * scale))
        let length = Int((Double(max(0, span.microseconds)) * scale).rounded())
        return String(repeating: " ", count: before)
            + String(repeating: "━", count: max(1, min(length, pictureWidth - before)))
    }
}

extension Sys.Span {
    /// Times come from other processes, and are untrusted.
    fileprivate var endMicroseconds: Int64 {
        let (end, isOver) = beganMicroseconds.addingReportingOverflow(max(0, microseconds))
        return isOver ? .max : end
    }
}
