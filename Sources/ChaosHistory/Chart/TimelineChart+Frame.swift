extension TimelineChart {
    /// Draws title, counts, promises and legend.
    func drawHead(into canvas: inout SVGText) {
        canvas.text(title.cut(to: 80), x: 24, y: 32, style: "head")
        canvas.text(summary, x: 24, y: 52, style: "muted")
        if let promises {
            let style = promises.isBroken ? "broken" : "strong"
            canvas.text(promises.words, x: Self.right, y: 32, style: style, anchor: "end")
            if let brokenCheckers { canvas.text(brokenCheckers.cut(to: 70), x: Self.right, y: 52, anchor: "end") }
        }
        var x = 28.0
        let y = 74.0
        func entry(_ words: String, _ draw: (inout SVGText) -> Void) {
            draw(&canvas)
            canvas.text(words, x: x + 12, y: y + 4, style: "muted")
            x += 32 + SVGText.width(words)
        }
        let marks: [(Outcome.Ending, String)] = [
            (.ok, "ok"), (.refused, "refused by rule"), (.failed, "failed"), (.unknown, "unknown outcome"),
            (.open, "never ended"),
        ]
        for (ending, words) in marks {
            entry(words) { $0.path(ChartStyle.mark(ending, x: x, y: y), style: ending.rawValue) }
        }
        for (style, words) in [("median", "median of ok"), ("tail", "90th percentile")] {
            x += 6
            entry(words) { $0.line(x - 12, y, x + 6, y, style: style) }
        }
        entry("fault") { $0.rectangle(x: x - 8, y: y - 5, width: 14, height: 10, style: "fault", corner: 2) }
        if promises?.isBroken == true {
            entry("breaks a promise") { $0.path(ChartStyle.ring(x: x, y: y), style: "ring") }
        }
    }

    /// Draws the grid and labels of both axes, and the start of the final reads.
    func drawGrid(into canvas: inout SVGText) {
        for mark in scale.latencyMarks {
            let y = scale.y(mark)
            canvas.line(scale.left, y, scale.right, y, style: "grid")
            canvas.text(TimeText.mark(mark), x: scale.left - 8, y: y + 4, style: "muted", anchor: "end")
        }
        for mark in scale.timeMarks {
            let x = scale.x(scale.start + mark)
            canvas.line(x, scale.top, x, lanesBottom, style: "grid")
            canvas.text(TimeText.mark(mark), x: x, y: lanesBottom + 18, style: "muted", anchor: "middle")
        }
        canvas.line(scale.left, scale.bottom, scale.right, scale.bottom, style: "axis")
        canvas.line(scale.left, errorBottom, scale.right, errorBottom, style: "axis")
        drawFolds(into: &canvas)
        canvas.text("time", x: scale.left - 8, y: lanesBottom + 18, style: "muted", anchor: "end")
        canvas.text("latency", x: scale.left, y: scale.top - 14, style: "strong", anchor: "start")
        guard let final = history.operations.first(where: { $0.phase == .final }) else { return }
        let x = scale.x(final.invoked.nanoseconds)
        canvas.line(x, scale.top - 4, x, lanesBottom, style: "final")
        let isRight = x > scale.right - 70
        canvas.text(
            "final reads", x: isRight ? x - 4 : x + 4, y: scale.top - 14, style: "muted",
            anchor: isRight ? "end" : "start")
    }

    /// Draws the folds of the time axis, each with its length.
    private func drawFolds(into canvas: inout SVGText) {
        for fold in scale.time.folds {
            let x = scale.x(fold.start)
            canvas.rectangle(
                x: x, y: scale.top, width: ChartScale.foldWidth, height: lanesBottom - scale.top, style: "fold",
                hint: "\(TimeText.duration(fold.length)) without calls, folded")
            canvas.text(
                "+\(TimeText.mark(fold.length))", x: x + ChartScale.foldWidth / 2, y: lanesBottom + 34, style: "muted",
                anchor: "middle")
        }
    }

    /// Draws the shades of faults behind the calls.
    func drawBands(into canvas: inout SVGText) {
        for fault in history.faults {
            let x = scale.x(fault.begin.nanoseconds)
            if let end = fault.end {
                let width = max(scale.x(end.nanoseconds) - x, 1)
                canvas.rectangle(x: x, y: scale.top, width: width, height: errorBottom - scale.top, style: "band")
            } else {
                canvas.line(x, scale.top, x, errorBottom, style: "thread")
            }
        }
    }

    /// Draws a lane of faults for each target.
    func drawLanes(into canvas: inout SVGText) {
        guard !lanes.isEmpty else { return }
        canvas.text("faults", x: scale.left, y: lanesTop - 8, style: "strong")
        for (row, lane) in lanes.enumerated() {
            let y = lanesTop + Double(row) * Self.laneHeight
            canvas.text(lane.target.cut(to: 18), x: scale.left - 8, y: y + 15, style: "muted", anchor: "end")
            canvas.line(scale.left, y + Self.laneHeight, scale.right, y + Self.laneHeight, style: "grid")
            for (index, fault) in lane.faults.enumerated() {
                let next = lane.faults.dropFirst(index + 1).first.map { scale.x($0.begin.nanoseconds) }
                draw(fault, y: y, until: next ?? scale.right, into: &canvas)
            }
        }
    }

    /// Draws a fault in its lane, with its kind where there is room: in it, else between it and the next.
    private func draw(_ fault: FaultEvent, y: Double, until next: Double, into canvas: inout SVGText) {
        let x = scale.x(fault.begin.nanoseconds)
        let end = fault.end.map { max(scale.x($0.nanoseconds), x + 2) } ?? x
        let length = fault.end.map { " for \(TimeText.duration($0.nanoseconds - fault.begin.nanoseconds))" } ?? ""
        let hint = [fault.kind, fault.target, fault.detail].compactMap(\.self).joined(separator: " ").trimmed + length
        if fault.end == nil {
            let place = "\(SVGText.number(x)) \(SVGText.number(y + 4))"
            canvas.path("M\(place)l5 7l-5 7l-5-7z", style: "fault", hint: hint)
        } else {
            canvas.rectangle(x: x, y: y + 4, width: end - x, height: 14, style: "fault", corner: 2, hint: hint)
        }
        let width = SVGText.width(fault.kind)
        if end - x > width + 6 {
            canvas.text(fault.kind, x: x + 4, y: y + 15)
        } else if next - end > width + 14 {
            canvas.text(fault.kind, x: end + (fault.end == nil ? 8 : 4), y: y + 15, style: "muted")
        }
    }
}
