import Foundation

/// The rates of a report as horizontal bars, in SVG. The scale is logarithmic: contenders differ by two orders of magnitude.
struct Chart {
    let report: Report

    private static let (width, labelWidth, valueWidth) = (860.0, 170.0, 110.0)
    private static let (barHeight, barGap, groupGap, top) = (16.0, 5.0, 34.0, 56.0)
    /// By family; others are grey.
    private static let colours = [
        "libzmq": "#9aa0a6", "hearth-pool": "#1a73e8", "hearth-loop": "#0b8043", "hearth-curve": "#8430ce",
        "grpc-swift-2": "#e8710a",
    ]

    /// The picture as a document of its own.
    var svg: String {
        let groups = report.inFlight.map { ($0, report.rows(inFlight: $0)) }
        let rates = groups.flatMap { $0.1 }.map { $0.median(\.rate) }
        let scale = Scale(lowest: rates.min() ?? 1, highest: rates.max() ?? 1)
        var (body, y) = ("", Self.top)
        for (inFlight, rows) in groups {
            body += text(report.workload.title(inFlight), x: 0, y: y - 8, weight: "bold")
            for row in rows {
                body += bar(row, scale, y: y)
                y += Self.barHeight + Self.barGap
            }
            y += Self.groupGap
        }
        let title = "\(report.workload.unit)s a second, \(report.payloadBytes) bytes, two processes (logarithmic)"
        let machine = "\(report.machine.processors) x \(report.machine.model), Linux \(report.machine.kernel)"
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(y))" \
            font-family="sans-serif" font-size="12">
            <rect width="100%" height="100%" fill="#ffffff"/>
            \(text(title, x: 0, y: 14, weight: "bold"))\(text(machine, x: 0, y: 30, weight: "normal"))\(body)</svg>

            """
    }

    private func bar(_ row: Report.Row, _ scale: Scale, y: Double) -> String {
        let rate = row.median(\.rate)
        let length = scale.share(rate) * (Self.width - Self.labelWidth - Self.valueWidth)
        let colour = Self.colours[row.family] ?? "#bdc1c6"
        let value = rate >= 10_000 ? String(format: "%.0f k", rate / 1000) : String(format: "%.1f k", rate / 1000)
        let middle = y + Self.barHeight - 4
        return """
            \(text(row.contender, x: 0, y: middle, weight: "normal"))\
            <rect x="\(Self.labelWidth)" y="\(y)" width="\(String(format: "%.1f", length))" \
            height="\(Self.barHeight)" fill="\(colour)"/>
            \(text(value, x: Self.labelWidth + length + 6, y: middle, weight: "normal"))
            """
    }

    private func text(_ text: String, x: Double, y: Double, weight: String) -> String {
        let escaped = text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
        let place = String(format: "x=\"%.1f\" y=\"%.1f\"", x, y)
        return "<text \(place) font-weight=\"\(weight)\">\(escaped)</text>\n"
    }

    /// The position of a rate between the power of ten below the lowest and the highest.
    private struct Scale {
        let (low, high): (Double, Double)

        init(lowest: Double, highest: Double) {
            low = log10(max(lowest, 1)).rounded(.down)
            high = max(log10(max(highest, 1)), low + 1)
        }

        func share(_ rate: Double) -> Double { max(0, (log10(max(rate, 1)) - low) / (high - low)) }
    }
}
