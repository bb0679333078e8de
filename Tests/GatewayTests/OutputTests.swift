import RPC
import Synchronization
import Testing

@testable import GatewayCommands

struct OutputTests {
    @Test
    func `columns stand under their titles, numbers on the right, empty columns are left out`() {
        var table = Table(.text("NAME"), .number("COUNT"), .text("NOTE"), .text("ID"))
        table.add("a", "7", "", "x")
        table.add("long name", "1,234")
        #expect(table.lines(width: nil) == ["NAME       COUNT  ID", "a              7  x", "long name  1,234"])
    }

    @Test
    func `a table without rows is nothing`() { #expect(Table(.text("A")).lines(width: nil).isEmpty) }

    @Test
    func `flexible columns give way on a narrow terminal, to a limit`() {
        var table = Table(.text("TITLE", isFlexible: true), .text("ID"))
        table.add(String(repeating: "t", count: 40), "id-1")
        let lines = table.lines(width: 30)
        #expect(lines.allSatisfy { $0.count <= 30 })
        #expect(lines[1] == String(repeating: "t", count: 23) + "…  id-1")
        #expect(table.lines(width: 5)[1].hasSuffix("id-1"))
    }

    @Test
    func `wide letters and emoji take two columns`() {
        var table = Table(.text("TITLE"), .text("ID"))
        table.add("映画", "a")
        table.add("🎬 x", "b")
        table.add("plain", "c")
        #expect(table.lines(width: nil) == ["TITLE  ID", "映画   a", "🎬 x   b", "plain  c"])
    }

    @Test
    func `no control character of a title reaches the terminal`() {
        var table = Table(.text("TITLE"))
        table.add("a\u{1b}[2Jb\nc\td")
        #expect(table.lines(width: nil)[1] == "a [2Jb c d")
    }

    @Test
    func `amounts are written for people`() {
        #expect(AmountFormatter.number(0) == "0")
        #expect(AmountFormatter.number(999) == "999")
        #expect(AmountFormatter.number(1_000) == "1,000")
        #expect(AmountFormatter.number(-1_234_567) == "-1,234,567")
        #expect(AmountFormatter.number(Int64.min) == "-9,223,372,036,854,775,808")
        #expect(AmountFormatter.bytes(999) == "999 B")
        #expect(AmountFormatter.bytes(5_120_000) == "5.1 MB")
        #expect(AmountFormatter.bytes(.max) == "9223372 TB")
        #expect(AmountFormatter.microseconds(12) == "12 us")
        #expect(AmountFormatter.microseconds(1_234) == "1.2 ms")
        #expect(AmountFormatter.microseconds(2_500_000) == "2.5 s")
        #expect(AmountFormatter.seconds(59.9) == "59 s")
        #expect(AmountFormatter.seconds(3_723) == "1 h 2 min")
        #expect(AmountFormatter.seconds(90_000) == "1 d 1 h")
        #expect(AmountFormatter.count(1, "title") == "1 title")
        #expect(AmountFormatter.count(2, "title") == "2 titles")
    }

    @Test
    func `a bar shows the share, and never more than all of it`() {
        func bar(_ done: Int64, _ total: Int64, rate: Double? = nil) -> ProgressBar {
            ProgressBar("reading", done: done, total: total, rate: rate) { "\($0)" }
        }
        #expect(bar(5, 10).line == "reading [############------------]  50 %  5 of 10")
        #expect(bar(5, 10, rate: 2.5).line.hasSuffix("  5 of 10, 2/s"))
        #expect(bar(5, 10, rate: 2.5).plainLine == "reading  50 %  5 of 10, 2/s")
        #expect(bar(99, 10).line.contains("100 %"))
        #expect(bar(7, 0).line == "reading  7")
        #expect(ProgressBar("waiting").line == "waiting")
    }

    @Test
    func `progress stays on one line of a terminal, and is sparse in a log; what is short shows none`() {
        func shown(isTerminal: Bool, isJSON: Bool = false, _ times: [(label: String, seconds: Double)]) -> String {
            let written = Mutex("")
            var output = Output(
                isTerminal: true, isErrorTerminal: isTerminal, width: 60, hasColours: false,
                write: { stream, text in
                    #expect(stream == .error)
                    written.withLock { $0 += text }
                })
            output.isJSON = isJSON
            let begun = MonotonicInstant(nanoseconds: 1_000)
            var display = ProgressDisplay(output, at: begun)
            for time in times {
                display.show(ProgressBar(time.label), at: begun.advanced(by: .seconds(time.seconds)))
            }
            display.end()
            return written.withLock { $0 }
        }
        let times = [("reading", 0.9), ("reading", 1.0), ("reading", 1.1), ("matching", 2), ("matching", 11.9)]
        let clear = "\r\u{1b}[K"
        #expect(
            shown(isTerminal: true, times) == "\(clear)reading\(clear)reading\(clear)matching\(clear)matching\(clear)")
        #expect(shown(isTerminal: false, times + [("matching", 12)]) == "reading\nmatching\nmatching\n")
        #expect(shown(isTerminal: false, [("reading", 0.5)]) == "")
        // A program that reads an error as JSON finds nothing else there.
        #expect(shown(isTerminal: false, isJSON: true, times) == "")
        #expect(shown(isTerminal: true, isJSON: true, times).contains("matching"))
    }
}
