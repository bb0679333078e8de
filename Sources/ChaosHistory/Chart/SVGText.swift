/// Builds SVG, one element a line, with all external text escaped.
struct SVGText {
    private(set) var body = ""

    /// Text escaped for XML content and attributes; characters invalid in XML are removed.
    static func escape(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t", "\n", "\r": escaped += " "
            case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{fffe}", "\u{ffff}": continue
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// A length or coordinate, to a tenth of a pixel.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        let tenths = Int((value * 10).rounded())
        let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
        return (tenths < 0 ? "-" : "") + "\(whole)" + (rest == 0 ? "" : ".\(rest)")
    }

    /// The approximate width of a text in the chart's font.
    static func width(_ text: String, size: Double = 11) -> Double { Double(text.count) * size * 0.6 }

    mutating func text(
        _ text: String, x: Double, y: Double, style: String = "", anchor: String = "start"
    ) {
        let place = "x=\"\(Self.number(x))\" y=\"\(Self.number(y))\""
        body += "<text \(place) text-anchor=\"\(anchor)\" class=\"\(style)\">\(Self.escape(text))</text>\n"
    }

    /// A rectangle; `hint` is its tooltip.
    mutating func rectangle(
        x: Double, y: Double, width: Double, height: Double, style: String, corner: Double = 0, hint: String? = nil
    ) {
        let place = "x=\"\(Self.number(x))\" y=\"\(Self.number(y))\""
        let size = "width=\"\(Self.number(width))\" height=\"\(Self.number(height))\""
        let round = corner > 0 ? " rx=\"\(Self.number(corner))\"" : ""
        body += "<rect \(place) \(size)\(round) class=\"\(style)\"" + Self.end("rect", hint)
    }

    mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, style: String) {
        path("M\(Self.number(x1)) \(Self.number(y1))L\(Self.number(x2)) \(Self.number(y2))", style: style)
    }

    mutating func path(_ data: String, style: String, hint: String? = nil) {
        guard !data.isEmpty else { return }
        body += "<path d=\"\(data)\" class=\"\(style)\"" + Self.end("path", hint)
    }

    private static func end(_ element: String, _ hint: String?) -> String {
        hint.map { "><title>\(escape($0))</title></\(element)>\n" } ?? "/>\n"
    }
}
