import Foundation
import Logging
import RPC
import ServiceKit
import Synchronization
import Testing

struct LineLogHandlerTests {
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    /// What one call of `body` writes, at virtual time.
    private func lines(
        _ format: LogFormat, level: Logger.Level = .info, provider: Logger.MetadataProvider? = nil,
        _ body: (Logger) -> Void
    ) -> [String] {
        let (lines, simulation) = (Lines(), Simulation(seed: 1))
        let handler = LineLogHandler(
            label: "catalog", level: ProcessLogLevel(level, runtime: simulation), format: format, runtime: simulation,
            metadataProvider: provider, write: { lines.add($0) })
        body(Logger(label: "catalog") { _ in handler })
        return lines.all
    }

    @Test
    func `a line for people`() {
        let written = lines(.text) {
            $0.info("shard opened", metadata: ["household": "home", "path": "/a b", "empty": ""])
        }
        #expect(
            written == [
                "2026-01-01T00:00:01.000Z info    catalog: shard opened empty=\"\" household=home path=\"/a b\"\n"
            ])
    }

    @Test
    func `a line for machines is one JSON object`() throws {
        let written = lines(.json) {
            $0.warning("said \"no\"\n", metadata: ["why": "a\tb\\c\u{1}\u{2028}", "level": "deep"])
        }
        let line = try #require(written.first)
        #expect(line.hasSuffix("}\n"))
        #expect(line.split(separator: "\n").count == 1)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
        #expect(object["message"] == "said \"no\"\n")
        #expect(object["why"] == "a\tb\\c\u{1}\u{2028}")
        #expect(object["level"] == "warning")
        #expect(object["level_"] == "deep")
        #expect(object["service"] == "catalog")
        #expect(object["time"] == "2026-01-01T00:00:01.000Z")
    }

    @Test
    func `what is logged cannot begin a line of its own`() {
        let written = lines(.text) { $0.info("one\nERROR two", metadata: ["name": "x\r\ny\u{1b}[31m"]) }
        #expect(written.count == 1)
        #expect(written.first?.dropLast().contains { $0.isNewline } == false)
        #expect(written.first?.contains("\u{1b}") == false)
    }

    @Test
    func `levels below the handler's are not written`() {
        #expect(lines(.text, level: .warning) { $0.info("no") }.isEmpty)
        #expect(lines(.text, level: .warning) { $0.error("yes") }.count == 1)
    }

    @Test
    func `the nearest metadata wins`() {
        let provider = Logger.MetadataProvider { ["a": "provider", "b": "provider", "c": "provider"] }
        let written = lines(.text, provider: provider) { logger in
            var logger = logger
            logger[metadataKey: "a"] = "logger"
            logger.info("m", metadata: ["b": "call"])
        }
        #expect(written.first?.hasSuffix("m a=provider b=call c=provider\n") == true)
    }

    @Test(arguments: LogFormat.allCases)
    func `secrets are redacted in text and JSON`(format: LogFormat) {
        let token = "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl"
        let written = lines(format) {
            $0.info(
                "calling \(token)",
                metadata: [
                    "token": "abc-secret", "access-token": "abc-secret", "ownerKey": "abc-secret", "PIN": "4711",
                    "url": "http://ada:abc-secret@host.example:8080/get.php?username=ada&password=abc-secret",
                    "note": "bearer \(token)", "id": "movie-1",
                ])
        }
        let line = written.joined()
        #expect(!line.contains("abc-secret"))
        #expect(!line.contains("4711"))
        #expect(!line.contains("eyJ"))
        #expect(line.contains("host.example:8080"))
        #expect(line.contains("movie-1"))
    }

    @Test(arguments: ["ping-us", "shipping", "monkey", "keyboard"])
    func `words that only contain a secret's word are shown`(name: String) {
        #expect(LogRedaction.redacted("42", named: name) == "42")
    }

    @Test(arguments: ["API_KEY", "api-key", "apiKey", "PIN", "refreshToken"])
    func `a secret's word counts in every spelling`(name: String) {
        #expect(LogRedaction.redacted("42", named: name) == LogRedaction.placeholder)
    }

    @Test
    func `the endpoints of sockets stay readable`() {
        #expect(
            LogRedaction.redacted("ipc:///run/user/7/hearth/catalog.sock") == "ipc:///run/user/7/hearth/catalog.sock")
        #expect(LogRedaction.redacted("tcp://127.0.0.1:7000") == "tcp://127.0.0.1:7000")
    }
}
