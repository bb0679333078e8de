internal import Foundation

/// Times by day or week as bars: in a terminal, and as SVG 1.1 for light and dark backgrounds.
struct WatchChart {
    let title: String
    /// Names and seconds, in order.
    let bars: [(name: String, seconds: Int64)]

    /// The longest bar in a terminal, in characters.
    private static let cells = 32
    private static let (width, nameWidth, timeWidth) = (720.0, 96.0, 96.0)
    private static let (rowHeight, barHeight, top) = (18.0, 12.0, 40.0)

    private static let sheet = """
        text { font: 11px system-ui, sans-serif; fill: #1f2328; }
        .head { font-size: 14px; font-weight: 600; }
        .paper { fill: #ffffff; }
        .bar { fill: #0072b2; }
        @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3; }
        .paper { fill: #0d1117; }
        .bar { fill: #56b4e9; }
        }
        """

    /// A bar of a terminal: something is never shown as nothing.
    static func bar(_ seconds: Int64, of longest: Int64) -> String {
        guard seconds > 0, longest > 0 else { return "" }
        let share = Double(seconds) / Double(longest)
        return String(repeating: "#", count: max(1, Int((share * Double(cells)).rounded())))
    }

    /// The picture as a document of its own.
    var svg: String {
        let longest = max(1, bars.map(\.seconds).max() ?? 1)
        let room = Self.width - Self.nameWidth - Self.timeWidth - 16
        var body = Self.text(title, x: 8, y: 22, style: "head")
        for (index, bar) in bars.enumerated() {
            let y = Self.top + Double(index) * Self.rowHeight
            body += Self.text(bar.name, x: 8, y: y + Self.barHeight - 2)
            guard bar.seconds > 0 else { continue }
            let length = max(1, room * Double(bar.seconds) / Double(longest))
            body += """
                <rect class="bar" x="\(Self.number(Self.nameWidth))" y="\(Self.number(y))" \
                width="\(Self.number(length))" height="\(Self.number(Self.barHeight))"/>

                """
            body += Self.text(
                AmountFormatter.seconds(Double(bar.seconds)), x: Self.nameWidth + length + 6,
                y: y + Self.barHeight - 2)
        }
        let height = Self.top + Double(bars.count) * Self.rowHeight + 8
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.number(Self.width)) \(Self.number(height))" role="img">
            <title>\(Self.escape(title))</title>
            <style>\(Self.sheet)</style>
            <rect class="paper" width="100%" height="100%"/>
            \(body)</svg>

            """
    }

    private static func text(_ text: String, x: Double, y: Double, style: String? = nil) -> String {
        let style = style.map { " class=\"\($0)\"" } ?? ""
        return "<text x=\"\(number(x))\" y=\"\(number(y))\"\(style)>\(escape(text))</text>\n"
    }

    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    /// Text for XML content; what XML 1.0 (section 2.2) has no character for is left out.
    private static func escape(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{fffe}", "\u{ffff}": escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
