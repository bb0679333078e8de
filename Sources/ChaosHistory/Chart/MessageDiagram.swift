/// The messages of the last moments before a violation, from top to bottom: a vertical line for each caller and service, an
/// arrow for each call, another one for its response, and the faults between them.
///
/// The calls that prove the violation are always in it, however long before they were made; of the others, as many of the
/// last 50 ms as there is room for: first those on the same object, then those of the same services.
struct MessageDiagram {
    /// How far back from the violation it reaches, in nanoseconds.
    static let window: Int64 = 50_000_000
    /// The maximum of diagrams in a picture.
    private static let maximumDiagrams = 3
    /// The maximum of calls in one.
    static let maximumCalls = 24
    /// The maximum of callers in one, as long as the proof has no more.
    static let maximumCallers = 7
    /// A longer pause between two lines of the diagram has a line of its own.
    private static let pause: Int64 = 50_000_000

    let violation: Violation
    private let check: String
    private let moment: Int64
    private let calls: [RecordedOperation]
    private let omitted: Int
    private let lines: [Line]

    /// One line of the diagram.
    private enum Line {
        case request(RecordedOperation)
        case response(RecordedOperation)
        case fault(String)
        case pause(Int64)
    }

    /// A diagram for the first violation of each kind of each check.
    static func all(of history: History, _ verdicts: [Verdict]) -> [MessageDiagram] {
        var (diagrams, kinds): ([MessageDiagram], Set<String>) = ([], [])
        for verdict in verdicts {
            for violation in verdict.violations where kinds.insert("\(verdict.checker) \(violation.kind)").inserted {
                guard let diagram = MessageDiagram(history, violation, check: verdict.checker) else { continue }
                diagrams.append(diagram)
                if diagrams.count == maximumDiagrams { return diagrams }
            }
        }
        return diagrams
    }

    /// Nil when no recorded call proves the violation.
    init?(_ history: History, _ violation: Violation, check: String) {
        let proof = violation.operations.compactMap { history.operation($0) }
        guard let moment = proof.map({ ($0.ended ?? $0.invoked).nanoseconds }).max() else { return nil }
        (self.violation, self.check, self.moment) = (violation, check, moment)
        let services = Set(proof.map(\.service))
        let near = history.operations.filter { operation in
            !violation.operations.contains(operation.id) && operation.invoked.nanoseconds <= moment
                && operation.ended.map { $0.nanoseconds >= moment - Self.window } ?? true
        }
        let ranked = near.enumerated().sorted { left, right in
            let ranks = [left, right].map { entry in
                entry.element.object == violation.object ? 0 : services.contains(entry.element.service) ? 1 : 2
            }
            return (ranks[0], -left.offset) < (ranks[1], -right.offset)
        }
        let others = Self.fitting(ranked.map(\.element), beside: proof)
        omitted = near.count - others.count
        calls = (proof.prefix(Self.maximumCalls) + others).stablySorted { $0.invoked < $1.invoked }
        lines = Self.lines(calls, history.faults, until: moment)
    }

    /// The first calls for which there is room beside the proof: in lines, and in columns.
    private static func fitting(
        _ ranked: [RecordedOperation], beside proof: [RecordedOperation]
    ) -> [RecordedOperation] {
        var callers = Set(proof.map(\.process))
        var chosen: [RecordedOperation] = []
        for call in ranked where chosen.count + proof.count < maximumCalls {
            guard callers.contains(call.process) || callers.count < maximumCallers else { continue }
            callers.insert(call.process)
            chosen.append(call)
        }
        return chosen
    }

    private static func lines(_ calls: [RecordedOperation], _ faults: [FaultEvent], until end: Int64) -> [Line] {
        var events: [(at: Moment, line: Line)] = []
        for call in calls {
            events.append((call.invoked, .request(call)))
            if let ended = call.ended, ended.nanoseconds <= end { events.append((ended, .response(call))) }
        }
        let first = min(calls.first?.invoked.nanoseconds ?? end, end - window)
        for fault in faults where (first...end).contains(fault.begin.nanoseconds) {
            events.append((fault.begin, .fault("\(fault.kind) \(fault.target)".trimmed)))
            guard let over = fault.end, over.nanoseconds <= end else { continue }
            events.append((over, .fault("over: \(fault.kind) \(fault.target)".trimmed)))
        }
        var lines: [Line] = []
        var last: Int64?
        for event in events.stablySorted(by: { $0.at < $1.at }) {
            if let last, event.at.nanoseconds - last > pause { lines.append(.pause(event.at.nanoseconds - last)) }
            lines.append(event.line)
            last = event.at.nanoseconds
        }
        return lines
    }
}

// MARK: Drawing

extension MessageDiagram {
    private static let (headHeight, lineHeight, footHeight) = (74.0, 19.0, 22.0)

    /// The height, in pixels.
    var height: Double { Self.headHeight + Double(lines.count) * Self.lineHeight + Self.footHeight }

    /// Callers on the left, services on the right, in the order of their first message.
    private var participants: [String] {
        calls.map(\.process).uniqued + calls.map { Self.service(of: $0) }.uniqued
    }

    private static func service(of call: RecordedOperation) -> String {
        call.service.isEmpty ? "the household" : call.service
    }

    func draw(into canvas: inout SVGText, from top: Double, left: Double, right: Double) {
        canvas.text("the messages before \(check) \(violation.kind)".cut(to: 80), x: left, y: top + 14, style: "strong")
        let rest = omitted > 0 ? "; \(omitted) more calls of the last 50 ms are not shown" : ""
        canvas.text((violation.sentence.oneLine + rest).cut(to: 150), x: left, y: top + 30, style: "muted")
        let (bottom, head) = (top + height - Self.footHeight, top + Self.headHeight - 12)
        let names = participants
        // The times of the lines stand on the left.
        let (first, last) = (left + 150, right - 70)
        let gap = (last - first) / Double(max(names.count - 1, 1))
        let places = Dictionary(names.enumerated().map { ($1, first + Double($0) * gap) }) { first, _ in first }
        for (index, name) in names.enumerated() {
            let x = first + Double(index) * gap
            // Names beside each other stand at two heights, so that long ones do not overlap.
            canvas.text(
                name.cut(to: 22), x: x, y: head - (index % 2 == 0 ? 0 : 12), style: "muted", anchor: "middle")
            canvas.line(x, head + 4, x, bottom, style: "life")
        }
        for (index, line) in lines.enumerated() {
            let y = top + Self.headHeight + Double(index) * Self.lineHeight + 6
            draw(line, y: y, left: left, right: right, places, into: &canvas)
        }
    }

    private func draw(
        _ line: Line, y: Double, left: Double, right: Double, _ places: [String: Double], into canvas: inout SVGText
    ) {
        switch line {
        case .request(let call):
            time(call.invoked, y: y, left: left, into: &canvas)
            let name = call.method.isEmpty ? call.action.name : call.method
            let words = "#\(call.id) \(name) \(call.action.value ?? "")".trimmed
            arrow(call, isRequest: true, y: y, words, style: "message", places, into: &canvas)
        case .response(let call):
            if let ended = call.ended { time(ended, y: y, left: left, into: &canvas) }
            let (words, style) = Self.response(call)
            arrow(call, isRequest: false, y: y, "#\(call.id) \(words)", style: style, places, into: &canvas)
        case .fault(let words):
            canvas.rectangle(x: left + 70, y: y - 10, width: right - left - 70, height: 14, style: "fault", corner: 2)
            canvas.text(words.oneLine.cut(to: 100), x: left + 76, y: y + 1)
        case .pause(let length):
            canvas.text("⋮ \(TimeText.duration(length)) later", x: left, y: y, style: "muted")
        }
    }

    private func time(_ at: Moment, y: Double, left: Double, into canvas: inout SVGText) {
        let before = moment - at.nanoseconds
        canvas.text(before == 0 ? "0" : "−\(TimeText.duration(before))", x: left, y: y, style: "muted")
    }

    private func arrow(
        _ call: RecordedOperation, isRequest: Bool, y: Double, _ words: String, style: String,
        _ places: [String: Double], into canvas: inout SVGText
    ) {
        guard let caller = places[call.process], let service = places[Self.service(of: call)] else { return }
        let (from, to) = isRequest ? (caller, service) : (service, caller)
        let back = to > from ? -5 : 5
        canvas.line(from, y, to, y, style: style)
        let tip = "M\(SVGText.number(to + Double(back))) \(SVGText.number(y - 3.5))"
        canvas.path(tip + "l\(-back) 3.5l\(back) 3.5", style: style.replacing("answer", with: "message"))
        let isProof = violation.operations.contains(call.id)
        canvas.text(
            words.oneLine.cut(to: 60), x: min(from, to) + 8, y: y - 3, style: isProof ? "broken" : "muted")
    }

    private static func response(_ call: RecordedOperation) -> (words: String, style: String) {
        guard case .failed(let code, _, _, _) = call.outcome else {
            let values = call.outcome.observation?.values ?? []
            guard !values.isEmpty else { return ("ok", "answer") }
            return ("ok: " + values.prefix(3).joined(separator: ", ") + (values.count > 3 ? ", …" : ""), "answer")
        }
        return call.outcome.isRefusal
            ? ("refused: \(code)", "refusal")
            : (call.effect == .unknown ? "unknown: \(code)" : "failed: \(code)", "damage")
    }
}
