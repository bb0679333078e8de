/// Colours and shapes of the chart. The colours are distinguishable with colour blindness, and shapes differ too.
enum ChartStyle {
    /// The styles, for light and dark backgrounds.
    static let sheet = """
        text { font: 11px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2328; }
        .head { font-size: 17px; font-weight: 600; }
        .muted { fill: #59636e; }
        .strong { font-weight: 600; }
        .broken { fill: #cf222e; font-weight: 600; }
        .paper { fill: #ffffff; }
        .grid { stroke: #d8dee4; stroke-width: 1; fill: none; }
        .axis { stroke: #8c959f; stroke-width: 1; fill: none; }
        .band { fill: #d4a72c; fill-opacity: 0.14; }
        .fault { fill: #d4a72c; fill-opacity: 0.45; stroke: #9a6700; stroke-width: 1; }
        .instant { stroke: #9a6700; stroke-width: 1.5; fill: none; }
        .thread { stroke: #9a6700; stroke-width: 1; stroke-opacity: 0.45; stroke-dasharray: 2 3; fill: none; }
        .final { stroke: #59636e; stroke-width: 1; stroke-dasharray: 5 3; fill: none; }
        .ok { stroke: #0072b2; stroke-opacity: 0.5; stroke-width: 3.6; stroke-linecap: round; fill: none; }
        .median { stroke: #033d5e; stroke-width: 1.6; stroke-linejoin: round; fill: none; }
        .tail { stroke: #033d5e; stroke-width: 1; stroke-dasharray: 4 2; stroke-linejoin: round; fill: none; }
        .refused { stroke: #6e7781; stroke-width: 1.3; stroke-linecap: round; fill: none; }
        .failed { stroke: #d55e00; stroke-width: 1.5; stroke-linecap: round; fill: none; }
        .unknown { stroke: #8250df; stroke-width: 1.4; fill: #8250df; fill-opacity: 0.25; }
        .open { stroke: #1f2328; stroke-width: 1.5; fill: none; }
        .failed-bar { fill: #d55e00; }
        .unknown-bar { fill: #8250df; }
        .open-bar { fill: #1f2328; }
        .ring { stroke: #cf222e; stroke-width: 2; fill: none; }
        .fold { fill: #8c959f; fill-opacity: 0.18; }
        .life { stroke: #8c959f; stroke-width: 1; fill: none; }
        .message { stroke: #0072b2; stroke-width: 1.3; fill: none; }
        .answer { stroke: #0072b2; stroke-width: 1.3; stroke-dasharray: 4 2; fill: none; }
        .refusal { stroke: #6e7781; stroke-width: 1.3; stroke-dasharray: 4 2; fill: none; }
        .damage { stroke: #d55e00; stroke-width: 1.6; stroke-dasharray: 4 2; fill: none; }
        @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3; }
        .muted { fill: #9198a1; }
        .broken { fill: #ff7b72; }
        .paper { fill: #0d1117; }
        .grid { stroke: #262c34; }
        .axis { stroke: #6e7681; }
        .band { fill: #d29922; fill-opacity: 0.16; }
        .fault { fill: #d29922; fill-opacity: 0.4; stroke: #d29922; }
        .instant, .thread { stroke: #e3b341; }
        .final { stroke: #9198a1; }
        .ok, .message, .answer { stroke: #56b4e9; }
        .refused, .refusal { stroke: #9198a1; }
        .life { stroke: #6e7681; }
        .median, .tail { stroke: #cfe8f7; }
        .failed, .damage { stroke: #ff8f4d; }
        .unknown { stroke: #bc8cff; fill: #bc8cff; }
        .open { stroke: #e6edf3; }
        .failed-bar { fill: #ff8f4d; }
        .unknown-bar { fill: #bc8cff; }
        .open-bar { fill: #e6edf3; }
        .ring { stroke: #ff7b72; }
        }
        """

    /// One mark for a call at a place: a dot, a bar, a cross, a triangle, an arrow that leaves the chart.
    static func mark(_ ending: Outcome.Ending, x: Double, y: Double) -> String {
        let place = "M\(SVGText.number(x)) \(SVGText.number(y))"
        return switch ending {
        case .ok: place + "h0"
        case .refused: place + "m-3 0h6"
        case .failed: place + "m-3-3l6 6m0-6l-6 6"
        case .unknown: place + "m0-4l4 7h-8z"
        case .open: place + "m0 5v-10m-3 4l3-4l3 4"
        }
    }

    /// A ring around a call.
    static func ring(x: Double, y: Double) -> String {
        "M\(SVGText.number(x - 6)) \(SVGText.number(y))a6 6 0 1 0 12 0a6 6 0 1 0-12 0"
    }
}
