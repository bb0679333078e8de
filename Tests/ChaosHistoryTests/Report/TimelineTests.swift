import ChaosHistory
import Testing

@Suite struct TimelineTests {
    /// A lost write, as shrinking might leave it.
    private var lost: Sketch {
        let sketch = Sketch()
        sketch.call(.add("17"), 0, 10_000_000, .unknown, on: "favourites/anna")
        sketch.call(.add("18"), 2_000_000, 2_900_000, by: "ben/tv", on: "favourites/anna")
        sketch.call(.remove("3"), 11_000_000, 11_500_000, .refused, on: "favourites/anna")
        sketch.call(.write("w"), 12_000_000, 13_000_000, .late, by: "ben/tv", on: "position/7")
        sketch.call(.take, 14_000_000, nil, by: "ben/tv", on: "queue")
        sketch.finally(["17"], 20_000_000, on: "favourites/anna")
        sketch.faults = [
            FaultEvent("kill", target: "lists", begin: 3_000_000, end: 9_000_000),
            FaultEvent("clock +1 h", target: "", begin: 11_200_000, detail: "wall clock\nonly"),
        ]
        return sketch
    }

    @Test func `a lost write reads from top to bottom`() throws {
        let history = lost.history
        let violation = try #require(SetFull().check(history).violations.first)
        #expect(violation.kind == "lost")
        #expect(
            Timeline(history, violation: violation).text == """
                seconds   anna/phone                                  ben/tv
                0.000000  #0 Method 17 favourites/anna
                0.002000  │                                           * #1 Method 18 favourites/anna
                0.002900  │                                           * #1 ok (900 µs)
                0.003000  ══ kill lists ══════════════════════════════════════════════════════════════════════════
                0.009000  ══ over: kill lists ════════════════════════════════════════════════════════════════════
                0.010000  #0 unknown: DEADLINE_EXCEEDED (10.0 ms)
                0.011000  #2 Method 3 favourites/anna
                0.011200  ══ clock +1 h (wall clock only) ════════════════════════════════════════════════════════
                0.011500  #2 failed, no effect: UNAVAILABLE (500 µs)
                0.012000                                              #3 Method w position/7
                0.013000                                              #3 failed, done: DEADLINE_EXCEEDED (1.00 ms)
                0.014000                                              #4 Method queue … never ended
                ────────  ── final reads ─────────────────────────────────────────────────────────────────────────
                0.020000  * #5 Method favourites/anna                 │
                0.020000  * #5 ok: 17 (1 ns)                          │

                * set-full lost: 18 of favourites/anna was acknowledged and is missing in operation 5

                """)
    }

    @Test func `long answers and names are cut`() {
        let sketch = Sketch().read((0..<9).map(String.init), 0, 1)
        sketch.call(.add(String(repeating: "long", count: 30)), 2, 3)
        let text = Timeline(sketch.history).text
        #expect(text.contains("#0 ok: 0, 1, 2, 3, 4, 5, 3 more"))
        #expect(text.contains("longlongl…"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 10 + Timeline.maximumColumnWidth })
    }

    @Test func `answers of all kinds are shown`() {
        let observation = Observation(
            version: 4, usage: .init(used: 1, reserved: 2, limit: 9),
            intervals: [.init("tuner", "news", from: 1, to: 2)])
        let sketch = Sketch().call(.read, 0, 1, .ok(observation)).read([], 2, 3)
        sketch.call(.compareAndSet(expected: nil, value: "2"), 4, 5)
        let text = Timeline(sketch.history).text
        #expect(text.contains("#0 ok: 1+2 of 9; tuner news 1-2; version 4"))
        #expect(text.contains("#1 ok: nothing"))
        #expect(text.contains("#2 Method nothing → 2 set/anna"))
    }

    @Test func `a week is told in days and a part of a history keeps its times`() {
        let day: Int64 = 86_400_000_000_000
        let week = Sketch().call(.read, 0, 1).call(.read, 6 * day + 3_723_004_000_000, 7 * day).history
        #expect(Timeline(week).text.contains("6 d 01:02:03.004"))
        let part = Sketch().call(.read, 5_000_000_000, 5_000_000_001).history
        #expect(Timeline(part).text.contains("0.000000"))
        #expect(Timeline(part, start: 1_000_000_000).text.contains("4.000000"))
    }

    @Test func `nothing is a timeline too`() {
        #expect(Timeline(History()).text == "seconds\n")
    }

    @Test func `only what shows a violation is left`() throws {
        let history = lost.history
        let violation = try #require(SetFull().check(history).violations.first)
        #expect(history.showing(violation).operations.map(\.id) == [1, 5])
        #expect(history.showing(violation).faults.count == 2)
    }
}
