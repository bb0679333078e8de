import ChaosHistory
import Foundation
import FoundationXML
import Testing

/// What a document of XML has in it, by element.
private final class Elements: NSObject, XMLParserDelegate {
    private(set) var counts: [String: Int] = [:]
    private(set) var styles: [String: Int] = [:]
    private(set) var texts: [String] = []
    private var text = ""

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        counts[name, default: 0] += 1
        if let style = attributes["class"] { styles[style, default: 0] += 1 }
        text = ""
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        if ["text", "title", "desc"].contains(name) { texts.append(text) }
    }

    /// Nil when the document is not well-formed.
    init?(_ svg: String) {
        super.init()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = self
        guard parser.parse() else { return nil }
    }
}

@Suite struct TimelineChartTests {
    private var sketch: Sketch {
        let sketch = Sketch()
        for number in 0..<200 {
            let time = Int64(number) * 10_000_000
            let outcome: Outcome? = number % 20 == 3 ? .refused : number % 50 == 7 ? .unknown : nil
            sketch.call(.add("\(number)"), time, time + Int64(number % 9 + 1) * 100_000, outcome)
        }
        sketch.call(.take, 500_000_000)
        sketch.faults = [
            FaultEvent("kill", target: "catalog", begin: 300_000_000, end: 900_000_000),
            FaultEvent("restart", target: "lists", begin: 1_200_000_000),
        ]
        return sketch
    }

    @Test func `shows calls faults and what they are`() throws {
        let svg = TimelineChart(sketch.history, title: "A run").svg
        let elements = try #require(Elements(svg))
        #expect(elements.counts["svg"] == 1)
        #expect(elements.counts["script"] == nil && !svg.contains("href") && !svg.contains("@import"))
        #expect(elements.styles["ok"] == 2, "All dots in one path, and the legend.")
        #expect(elements.styles["fault"] == 3, "Two, and the legend.")
        #expect(elements.styles["band"] == 1 && elements.styles["thread"] == 1)
        #expect(elements.styles["ring"] == nil)
        for text in ["A run", "catalog", "lists", "kill", "restart", "1 ms", "1 s", "kill catalog for 600 ms"] {
            #expect(elements.texts.contains(text), "\(text) is missing in \(elements.texts)")
        }
        let description = try #require(elements.texts.first { $0.hasPrefix("Latency of calls") })
        #expect(description.contains("201 calls: 186 ok, 10 failed, 4 unknown, 1 never ended; 2 faults"))
        #expect(svg.contains("role=\"img\"") && svg.contains("aria-labelledby=\"title description\""))
        #expect(svg.contains("prefers-color-scheme: dark"))
    }

    @Test func `puts rings around what breaks a promise`() throws {
        let history = sketch.finally([], 3_000_000_000).history
        let svg = TimelineChart(history, title: "A run", verdicts: history.check([SetFull(), Deadlines()])).svg
        let elements = try #require(Elements(svg))
        #expect(elements.styles["ring"] == 2, "The rings in one path, and the legend.")
        #expect(elements.texts.contains("1 of 2 promises broken"))
        #expect(elements.texts.contains("set-full"))
        #expect(elements.texts.contains("final reads"))
    }

    @Test func `says what was kept`() throws {
        let history = Sketch().call(.add("1"), 0, 1).finally(["1"]).history
        let verdicts = history.check([SetFull(), NoOverlap()])
        let elements = try #require(Elements(TimelineChart(history, title: "t", verdicts: verdicts).svg))
        #expect(elements.texts.contains("1 of 2 promises kept, 1 not decided"))
    }

    @Test func `text from outside stays text`() throws {
        let evil = "</text><script>alert(1)</script> & \"quoted\" 'text' \u{0}\u{1b}[31m\u{fffe}"
        let sketch = sketch
        sketch.faults.append(
            FaultEvent(evil, target: evil, begin: 100_000_000, end: 1_000_000_000, detail: evil))
        let svg = TimelineChart(sketch.history, title: evil).svg
        let elements = try #require(Elements(svg), "It must be well-formed.")
        #expect(elements.counts["script"] == nil)
        #expect(elements.texts.contains { $0.contains("<script>alert(1)</script>") })
    }

    @Test func `the same history gives the same picture and a long one is not large`() {
        #expect(TimelineChart(sketch.history, title: "t").svg == TimelineChart(sketch.history, title: "t").svg)
        let long = Sketch()
        for number in 0..<50_000 {
            let time = Int64(number) * 1_000_000
            long.call(.read, time, time + Int64(number % 100 + 1) * 10_000)
        }
        let svg = TimelineChart(long.history, title: "long").svg
        #expect(svg.utf8.count < 500_000, "\(svg.utf8.count) bytes")
    }

    @Test func `folds what is idle so that the rest has the room`() throws {
        let sketch = Sketch()
        for number in 0..<20 { sketch.call(.read, Int64(number) * 10_000_000, Int64(number) * 10_000_000 + 500_000) }
        sketch.call(.read, 60_000_000_000, 60_000_500_000)
        sketch.call(.read, 60_200_000_000, 60_200_500_000)
        let elements = try #require(Elements(TimelineChart(sketch.history, title: "t").svg))
        // The 200 ms at the end are short beside the whole.
        #expect(elements.styles["fold"] == 1)
        #expect(elements.texts.contains("+59.8 s") && elements.texts.contains("59.8 s without calls, folded"))
        let busy = try #require(Elements(TimelineChart(self.sketch.history, title: "t").svg))
        #expect(busy.styles["fold"] == nil)
        // A fault that begins in the idle time is something that happens.
        sketch.faults = [FaultEvent("kill", target: "catalog", begin: 30_000_000_000)]
        let split = try #require(Elements(TimelineChart(sketch.history, title: "t").svg))
        #expect(split.styles["fold"] == 2 && split.texts.contains { $0.hasPrefix("+29.8") })
    }

    @Test func `what services refuse by their rules is no failed call`() throws {
        let sketch = Sketch().call(.read, 0, 1, .failed(code: "NOT_FOUND", executed: .yes))
        sketch.call(.read, 2, 3, .refused)
        let svg = TimelineChart(sketch.history, title: "t").svg
        let elements = try #require(Elements(svg))
        #expect(elements.styles["refused"] == 2 && elements.styles["failed-bar"] == 1)
        #expect(elements.texts.contains { $0.contains("0 ok, 1 refused, 1 failed, 0 unknown") })
    }

    @Test func `shows the messages of the last moments before a violation`() throws {
        let second: Int64 = 1_000_000_000
        let sketch = Sketch()
        sketch.call(.add("1"), 0, 2_000_000)
        sketch.call(.add("far"), second, second + 1, by: "ben/tv")
        for number in 0..<40 {
            let begin = 3 * second - 40_000_000 + Int64(number) * 1_000_000
            sketch.call(.read, begin, begin + 500_000, .ok(Observation()), by: "ben/tv", on: "set/ben")
        }
        sketch.faults = [FaultEvent("kill", target: "catalog", begin: Moment(3 * second - 30_000_000))]
        let history = sketch.finally([], 3 * second).history
        let elements = try #require(
            Elements(TimelineChart(history, title: "t", verdicts: history.check([SetFull(.under("set/anna"))])).svg))
        #expect(elements.texts.contains("the messages before set-full lost"))
        // The write that was lost, the read that shows it, and as many of the others as there is room for.
        #expect(elements.texts.contains("#0 Method 1") && elements.texts.contains("#42 Method"))
        #expect(elements.texts.contains { $0.contains("18 more calls of the last 50 ms are not shown") })
        #expect(elements.texts.contains("#41 Method") && !elements.texts.contains("#1 Method far"))
        #expect(elements.texts.contains("kill catalog") && elements.texts.contains("0"))
        #expect(elements.texts.contains { $0.hasPrefix("⋮ 2.9") && $0.hasSuffix("later") })
        for number in 0..<20 { sketch.call(.read, 3 * second, 3 * second, by: "caller-\(number)", on: "set/anna") }
        let crowd = TimelineChart(
            sketch.history, title: "t", verdicts: sketch.history.check([SetFull(.under("set/anna"))]))
        let callers = try #require(Elements(crowd.svg)).texts.filter { $0.hasPrefix("caller-") }
        #expect((5...7).contains(callers.count), "As many columns as there is room for.")
        let good = try #require(
            Elements(TimelineChart(history, title: "t", verdicts: history.check([Deadlines()])).svg))
        #expect(!good.texts.contains { $0.hasPrefix("the messages before") })
    }

    @Test func `odd histories have a picture too`() throws {
        let instant = Sketch().call(.read, 5, 5)
        let many = Sketch().call(.read, 0, 10)
        many.faults = (0..<40).map { FaultEvent("kill", target: "service-\($0)", begin: Moment($0)) }
        let week = Sketch().call(.read, 0, 1).call(.read, 604_800_000_000_000, 604_800_000_000_001)
        for sketch in [Sketch(), instant, many, week] {
            let svg = TimelineChart(sketch.history, title: "t").svg
            let elements = try #require(Elements(svg))
            #expect(!svg.contains("nan") && !svg.contains("inf"))
            #expect(elements.counts["rect", default: 0] + elements.counts["path", default: 0] < 200)
        }
        let lanes = try #require(Elements(TimelineChart(many.history, title: "t").svg))
        #expect(lanes.texts.contains("others") && !lanes.texts.contains("service-39"))
    }
}
