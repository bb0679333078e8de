/// A picture of a run, in SVG: how long each call took and how it ended, how many failed, and what was done to the system
/// meanwhile.
///
/// Time runs to the right. Above, every call is a mark at its latency (logarithmic), with the median and the 90th percentile
/// of those that succeeded; in the middle, how many did not succeed; below, a lane for each service or device with its
/// faults, which also shade the panels above. Calls that break a promise have rings.
///
/// The picture is a document of its own without scripts, for light and dark surroundings, with a title and a description for
/// screen readers. The same history gives the same bytes, and a longer one hardly a larger picture: of marks that would
/// lie on each other one is drawn.
public struct TimelineChart: Sendable {
    /// The most lanes of faults; what is beyond shares the last one.
    public static let maximumLanes = 14
    /// The most calls that get a ring.
    public static let maximumRings = 200

    let history: History
    let title: String
    let verdicts: [Verdict]
    let report: HistoryReport
    let lanes: [(target: String, faults: [FaultEvent])]
    let scale: ChartScale

    static let (width, left, right) = (1000.0, 118.0, 976.0)
    private static let (plotTop, plotHeight) = (112.0, 250.0)
    static let (errorGap, errorHeight) = (30.0, 54.0)
    static let (laneGap, laneHeight) = (30.0, 22.0)
    /// Of marks of one kind in a square of so many pixels one is drawn; it is wider than that itself.
    static let cell = 2.0
    /// The most parts that the time is cut into: for bars, and for lines, whose quantiles need more calls each.
    static let (maximumBars, maximumPoints): (Int64, Int64) = (120, 60)

    /// A picture of a history under a title; `verdicts` tell what to put rings around, and what the subtitle says.
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
    var height: Double { lanesBottom + 44 }

    /// What the promises came to, in a few words, and whether one was broken.
    var promises: (words: String, isBroken: Bool)? {
        guard !verdicts.isEmpty else { return nil }
        let broken = verdicts.filter { !$0.violations.isEmpty }.map(\.checker)
        if !broken.isEmpty { return ("\(broken.count) of \(verdicts.count) promises broken", true) }
        let unclear = verdicts.count { !$0.undecided.isEmpty || $0.examined == 0 }
        let kept = verdicts.count - unclear
        return ("\(kept) of \(verdicts.count) promises kept" + (unclear > 0 ? ", \(unclear) not decided" : ""), false)
    }

    /// The checkers that found something; nil when none did.
    var brokenCheckers: String? {
        let broken = verdicts.filter { !$0.violations.isEmpty }.map(\.checker)
        return broken.isEmpty ? nil : broken.joined(separator: ", ")
    }

    var summary: String {
        let ends = report.endings
        let counts = "\(TimeText.count(ends.ok)) ok, \(TimeText.count(ends.failed)) failed, "
        let rest = "\(TimeText.count(ends.unknown)) unknown, \(TimeText.count(ends.open)) never ended"
        let faults = history.faults.count == 1 ? "1 fault" : "\(TimeText.count(history.faults.count)) faults"
        return "\(TimeText.count(ends.calls)) calls: " + counts + rest + "; \(faults)"
    }

    /// For those who do not see the picture.
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
