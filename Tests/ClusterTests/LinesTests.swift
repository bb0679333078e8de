import Foundation
import RPC
import ServiceKit
import Testing

@testable import Cluster

struct LinesTests {
    private func event(_ kind: ClusterEvent.Kind) -> ClusterEvent { ClusterEvent(service: "catalog", kind: kind) }

    @Test
    func `events are written as the services write their lines`() throws {
        let simulation = Simulation(seed: 1)
        let died = event(.died(.signalled(9), restartAfter: .milliseconds(100)))
        #expect(
            EventLines(format: .text, runtime: simulation).line(for: died)
                == "hearth: catalog died (killed by SIGKILL); starting it again in 100 ms")
        let line = EventLines(format: .json, runtime: simulation).line(for: died)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
        #expect(object["level"] == "error")
        #expect(object["service"] == "hearth")
        #expect(object["about"] == "catalog")
        let loud = EventLines(format: .json, runtime: simulation).line(for: event(.gaveUp(reason: "x", lastLine: nil)))
        #expect(loud.contains("\"level\":\"critical\""))
    }

    @Test
    func `names stand before lines in columns; JSON stays as it is`() {
        let relay = LogRelay(services: ["profiles", "catalog"], isColoured: false)
        #expect(relay.line("hello", of: "catalog") == "catalog  | hello")
        #expect(relay.line("hello", of: "profiles") == "profiles | hello")
        #expect(relay.line("{\"a\":1}", of: "catalog") == "{\"a\":1}")
        let coloured = LogRelay(services: ["catalog"], isColoured: true)
        #expect(coloured.line("hello", of: "catalog") == "\u{1b}[36mcatalog\u{1b}[0m | hello")
    }

    @Test(arguments: 1...9)
    func `output is cut into lines wherever its pieces end`(size: Int) {
        let text = "one\r\ntwo\n\nthree\nfour"
        var lines: [String] = []
        var splitter = LineSplitter()
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            Array(bytes[start..<min(bytes.count, start + size)]).withUnsafeBytes { piece in
                splitter.append(piece) { lines.append($0) }
            }
        }
        splitter.finish { lines.append($0) }
        #expect(lines == ["one", "two", "", "three", "four"])
    }
}
