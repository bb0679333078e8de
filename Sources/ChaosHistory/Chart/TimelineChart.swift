/// A picture of a run, in SVG: the latency and outcome of each call, the number of failures, and the faults meanwhile.
///
/// Time runs to the right. Above, every call is a mark at its latency (logarithmic), with the median and the 90th
/// percentile of successful calls; in the middle, the number of unsuccessful calls; below, a lane for each service or
/// device with its faults, which also shade the panels above. Calls that violate a promise have rings. Stretches without
/// calls are folded. Below all that, the messages of the last moments before violations (``MessageDiagram``).
///
/// The picture is a standalone document without scripts, for light and dark backgrounds, with a title and a description
/// for screen readers. The same history gives the same bytes, and a longer one a hardly larger picture: of overlapping
/// marks only one is drawn.
public struct TimelineChart: Sendable {
    /// The maximum of fault lanes; further targets share the last one.
    public static let maximumLanes = 14
    /// The maximum of calls with a ring.
    public static let maximumRings = 200

    let history: History
    let title: String
    let verdicts: [Verdict]
    let report: HistoryReport
    let lanes: [(target: String, faults: [FaultEvent])]
    let scale: ChartScale
    private let diagrams: [MessageDiagram]

    static let (width, left, right) = (1000.0, 118.0, 976.0)
    private static let (plotTop, plotHeight) = (112.0, 250.0)
    static let (errorGap, errorHeight) = (30.0, 54.0)
    static let (laneGap, laneHeight) = (30.0, 22.0)
    /// Of marks of one kind in a square of this many pixels one is drawn; a mark is wider than that.
    static let cell = 2.0
    /// The maximum of intervals: for bars, and for lines, whose quantiles need more calls each.
    static let (maximumBars, maximumPoints): (Int64, Int64) = (120, 60)

    /// Creates a picture of a history with a title; `verdicts` determine the rings and the subtitle.
    public init(_ history: History, title: String, verdicts: [Verdict] = []) {
        self.history = history
        self.title = title
        self.verdicts = verdicts
        report = HistoryReport(history, verdicts: verdicts)
        scale = ChartScale(
            history, left: Self.left, right: Self.right, top: Self.plotTop, bottom: Self.plotTop + Self.plotHeight)
        var groups = Dictionary(grouping: history.faults, by: \.target).sorted { $0.key < $1.key }
            .map { (target: $0.key.isEmpty ? "everything" : $0.key, faults: $0.value) }
        if groups.count > Self.maximumLanes {
            let rest = groups[(Self.maximumLanes - 1)...].flatMap(\.faults)
            groups = groups.prefix(Self.maximumLanes - 1) + [(target: "others", faults: rest)]
        }
        lanes = groups
        diagrams = MessageDiagram.all(of: history, verdicts)
    }

    /// The picture.
    public var svg: String {
        var canvas = SVGText()
        canvas.rectangle(x: 0, y: 0, width: Self.width, height: height, style: "paper")
        drawHead(into: &canvas)
        drawGrid(into: &canvas)
        drawBands(into: &canvas)
        drawCalls(into: &canvas)
        drawErrors(into: &canvas)
        drawLanes(into: &canvas)
        var y = chartBottom
        for diagram in diagrams {
            diagram.draw(into: &canvas, from: y, left: 24, right: Self.right)
            y += diagram.height
        }
        let size = "0 0 \(SVGText.number(Self.width)) \(SVGText.number(height))"
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(size)" role="img" aria-labelledby="title description">
            <title id="title">\(SVGText.escape(title))</title>
            <desc id="description">\(SVGText.escape(description))</desc>
            <style>
            \(ChartStyle.sheet)
            </style>
            \(canvas.body)</svg>

            """
    }

    var errorTop: Double { scale.bottom + Self.errorGap }
    var errorBottom: Double { errorTop + Self.errorHeight }
    var lanesTop: Double { errorBottom + Self.laneGap }
    var lanesBottom: Double { lanes.isEmpty ? errorBottom : lanesTop + Double(lanes.count) * Self.laneHeight }
    private var chartBottom: Double { lanesBottom + 44 }
    var height: Double { diagrams.reduce(chartBottom) { $0 + $1.height } }

    /// The result of the checks, in a few words, and whether a promise was violated.
    var promises: (words: String, isBroken: Bool)? {
        guard !verdicts.isEmpty else { return nil }
        let broken = verdicts.filter { !$0.violations.isEmpty }.map(\.checker)
        if !broken.isEmpty { return ("\(broken.count) of \(verdicts.count) promises broken", true) }
        let unclear = verdicts.count { !$0.undecided.isEmpty || $0.examined == 0 }
        let kept = verdicts.count - unclear
        return ("\(kept) of \(verdicts.count) promises kept" + (unclear > 0 ? ", \(unclear) not decided" : ""), false)
    }

    /// The checkers that found violations; nil when none did.
    var brokenCheckers: String? {
        let broken = verdicts.filter { !$0.violations.isEmpty }.map(\.checker)
        return broken.isEmpty ? nil : broken.joined(separator: ", ")
    }

    var summary: String {
        let ends = report.endings
        let refused = ends.refused > 0 ? "\(TimeText.count(ends.refused)) refused, " : ""
        let counts = "\(TimeText.count(ends.ok)) ok, \(refused)\(TimeText.count(ends.failed)) failed, "
        let rest = "\(TimeText.count(ends.unknown)) unknown, \(TimeText.count(ends.open)) never ended"
        let faults = history.faults.count == 1 ? "1 fault" : "\(TimeText.count(history.faults.count)) faults"
        return "\(TimeText.count(ends.calls)) calls: " + counts + rest + "; \(faults)"
    }

    /// The description for screen readers.
    private var description: String {
        let slowest = report.methods.compactMap(\.latency?.highest).max().map {
            ", the longest \(TimeText.duration($0))"
        }
        let faults = report.faults.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value) times" }
        return """
            Latency of calls over \(TimeText.duration(report.nanoseconds)). \(summary)\(slowest ?? ""). \
            \(faults.isEmpty ? "" : "Faults: \(faults.joined(separator: ", ")). ")\
            \([promises?.words, brokenCheckers].compactMap(\.self).joined(separator: ": "))
            """
    }
}
