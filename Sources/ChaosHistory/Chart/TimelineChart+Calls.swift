extension TimelineChart {
    /// Draws a mark for each call, the lines of median and tail, and the rings.
    func drawCalls(into canvas: inout SVGText) {
        var paths: [Outcome.Ending: String] = [:]
        var taken: Set<[Int]> = []
        for operation in history.operations {
            let (x, y) = position(operation)
            let ending = operation.outcome.ending
            let cell = [Int(x / Self.cell), Int(y / Self.cell), Outcome.Ending.allCases.firstIndex(of: ending) ?? 0]
            guard taken.insert(cell).inserted else { continue }
            paths[ending, default: ""] += ChartStyle.mark(ending, x: x, y: y)
        }
        canvas.path(paths[.ok] ?? "", style: "ok")
        drawQuantiles(into: &canvas)
        for ending in [Outcome.Ending.refused, .failed, .unknown, .open] {
            canvas.path(paths[ending] ?? "", style: ending.rawValue)
        }
        let guilty = verdicts.flatMap(\.violations).flatMap(\.operations).prefix(Self.maximumRings)
        let rings = Set(guilty).sorted().compactMap { history.operation($0) }.map { operation in
            let (x, y) = position(operation)
            return ChartStyle.ring(x: x, y: y)
        }
        canvas.path(rings.joined(), style: "ring")
    }

    /// A call's position: its start and its latency; above all others when it never ended.
    private func position(_ operation: RecordedOperation) -> (x: Double, y: Double) {
        let x = scale.x(operation.invoked.nanoseconds)
        return (x, operation.nanoseconds.map(scale.y) ?? scale.top - 4)
    }

    /// Draws median and 90th percentile of successful calls, interval by interval; a gap where there were none.
    private func drawQuantiles(into canvas: inout SVGText) {
        let step = scale.step(most: Self.maximumPoints)
        var parts = [[Int64]](repeating: [], count: scale.parts(of: step))
        for operation in history.operations where operation.outcome.ending == .ok {
            guard let took = operation.nanoseconds else { continue }
            parts[scale.part(operation.invoked.nanoseconds, of: step)].append(took)
        }
        let quantiles: [(String, (HistoryReport.Latency) -> Int64)] = [("tail", \.p90), ("median", \.p50)]
        for (style, quantile) in quantiles {
            var (path, isOpen) = ("", false)
            for (index, part) in parts.enumerated() {
                guard let latency = HistoryReport.Latency(part) else {
                    isOpen = false
                    continue
                }
                let (x, y) = (scale.x(visible: Int64(index) * step + step / 2), scale.y(quantile(latency)))
                path += "\(isOpen ? "L" : "M")\(SVGText.number(x)) \(SVGText.number(y))"
                isOpen = true
            }
            canvas.path(path, style: style)
        }
    }

    /// Draws the number of failed calls in each interval, as stacked bars. What a service rejected by its rules is none.
    func drawErrors(into canvas: inout SVGText) {
        let endings = [Outcome.Ending.failed, .unknown, .open]
        let step = scale.step(most: Self.maximumBars)
        var counts = [[Int]](repeating: endings.map { _ in 0 }, count: scale.parts(of: step))
        for operation in history.operations {
            guard let kind = endings.firstIndex(of: operation.outcome.ending) else { continue }
            counts[scale.part(operation.invoked.nanoseconds, of: step)][kind] += 1
        }
        let most = counts.map { $0.reduce(0, +) }.max() ?? 0
        let words = "failed calls in \(TimeText.mark(step)), without those refused by rule"
        canvas.text(words, x: scale.left, y: errorTop - 8, style: "strong")
        canvas.text("0", x: scale.left - 8, y: errorBottom + 4, style: "muted", anchor: "end")
        guard most > 0 else { return }
        canvas.text(TimeText.count(most), x: scale.left - 8, y: errorTop + 8, style: "muted", anchor: "end")
        canvas.line(scale.left, errorTop, scale.right, errorTop, style: "grid")
        for (index, part) in counts.enumerated() {
            let left = scale.x(visible: Int64(index) * step)
            let width = scale.x(visible: Int64(index + 1) * step) - left
            var y = errorBottom
            for (kind, count) in part.enumerated() where count > 0 {
                let height = Double(count) / Double(most) * Self.errorHeight
                y -= height
                canvas.rectangle(
                    x: left + 0.5, y: y, width: max(width - 1, 0.5), height: height,
                    style: "\(endings[kind].rawValue)-bar", hint: "\(count) \(endings[kind].rawValue)")
            }
        }
    }
}
