import Foundation
import Glibc
import Logging
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import Cluster

struct ServiceLogTests {
    private struct Fixture {
        let directory: TemporaryDirectory
        let runtime = SystemRuntime.shared

        init() throws { directory = try TemporaryDirectory() }

        func writer(limit: Int = ServiceLogFiles.limitBytes, format: LogFormat = .text) -> ServiceLogWriter {
            ServiceLogWriter(dataDirectory: directory.path, format: format, limit: limit, runtime: runtime)
        }

        func logs(_ services: [String], level: Logger.Level = .trace, limit: Int? = nil) -> ClusterLogs {
            ClusterLogs(dataDirectory: directory.path, .init(services: services, level: level, limit: limit))
        }

        func text(_ name: String) -> String {
            (try? String(contentsOfFile: directory.path("logs/\(name)"), encoding: .utf8)) ?? ""
        }

        func mode(_ name: String) throws -> Int? {
            let values = try FileManager.default.attributesOfItem(atPath: directory.path(name))
            return (values[.posixPermissions] as? NSNumber)?.intValue
        }
    }

    private static func line(_ second: Int, _ level: String, _ text: String) -> String {
        let padded = level.padding(toLength: 7, withPad: " ", startingAt: 0)
        return "2026-01-01T12:00:\(second < 10 ? "0" : "")\(second).000Z \(padded) x: \(text)"
    }

    @Test
    func `lines of all services are merged by time, each in its order, and filtered by level`() async throws {
        let fixture = try Fixture()
        let writer = fixture.writer()
        writer.put(Self.line(1, "info", "one"), of: "catalog")
        writer.put(Self.line(3, "error", "three"), of: "catalog")
        writer.put(Self.line(2, "warning", "two"), of: "profiles")
        writer.put(Self.line(2, "info", "late, as the clock was set back"), of: "catalog")
        await writer.flush()
        let services = ["catalog", "profiles"]
        let all = fixture.logs(services).history()
        #expect(all.map(\.message) == ["one", "two", "three", "late, as the clock was set back"])
        #expect(all.map(\.service) == ["catalog", "profiles", "catalog", "catalog"])
        #expect(fixture.logs(services, level: .warning).history().map(\.message) == ["two", "three"])
        #expect(fixture.logs(services, limit: 1).history().map(\.message) == ["late, as the clock was set back"])
        #expect(try fixture.mode("logs") == 0o700)
        #expect(try fixture.mode("logs/catalog.log") == 0o600)
    }

    @Test(arguments: [LogFormat.text, .json])
    func `a line without a time, such as a crash report, gets one and counts as an error`(
        format: LogFormat
    ) async throws {
        let fixture = try Fixture()
        let writer = fixture.writer(format: format)
        writer.put("Fatal error: Index out of range", of: "catalog")
        await writer.flush()
        let records = fixture.logs(["catalog"]).history()
        #expect(records.map(\.level) == [.error])
        #expect(records.first?.line.contains("Fatal error: Index out of range") == true)
        #expect(records.first?.line.hasPrefix("{") == (format == .json))
    }

    @Test
    func `a full log is rotated, the oldest is dropped, and a follower misses no line that is kept`() async throws {
        let fixture = try Fixture()
        let writer = fixture.writer(limit: 1_000)
        let follower = fixture.logs(["catalog"])
        var seen = follower.history().map(\.message)
        for number in 0..<200 {
            writer.put(Self.line(number / 4, "info", "line \(number)"), of: "catalog")
            await writer.flush()
            if number % 7 == 0 { seen += follower.next().map(\.message) }
        }
        seen += follower.next().map(\.message)
        #expect(seen == (0..<200).map { "line \($0)" })
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.directory.path("logs")).sorted()
        #expect(names == ["catalog.log", "catalog.log.1", "catalog.log.2", "catalog.log.3"])
        for name in names { #expect(fixture.text(name).utf8.count <= 1_000) }
        let kept = fixture.logs(["catalog"]).history().map(\.message)
        #expect(kept == Array(seen.suffix(kept.count)) && kept.count > 20)
        #expect(fixture.logs(["catalog"], limit: 30).history().map(\.message) == Array(seen.suffix(30)))
    }

    @Test
    func `the next supervisor goes on in the same log, after a line that was cut off`() async throws {
        let fixture = try Fixture()
        try fixture.directory.directory("logs")
        try fixture.directory.write(
            Self.line(1, "info", "whole") + "\n" + "2026-01-01T12:00:02.0", to: "logs/catalog.log")
        let writer = fixture.writer()
        writer.put(Self.line(3, "info", "next"), of: "catalog")
        await writer.flush()
        let messages = fixture.logs(["catalog"]).history().map(\.message)
        #expect(messages.first == "whole" && messages.last == "next" && messages.count == 3)
    }

    @Test
    func `a log that was removed by hand begins again, and a link in its place is not followed`() async throws {
        let fixture = try Fixture()
        let writer = fixture.writer()
        writer.put(Self.line(1, "info", "one"), of: "catalog")
        await writer.flush()
        try FileManager.default.removeItem(atPath: fixture.directory.path("logs/catalog.log"))
        writer.put(Self.line(2, "info", "two"), of: "catalog")
        await writer.flush()
        #expect(fixture.text("catalog.log") == Self.line(2, "info", "two") + "\n")
        try FileManager.default.removeItem(atPath: fixture.directory.path("logs/catalog.log"))
        let target = try fixture.directory.write("", to: "target")
        try FileManager.default.createSymbolicLink(
            atPath: fixture.directory.path("logs/catalog.log"), withDestinationPath: target)
        writer.put(Self.line(3, "info", "three"), of: "catalog")
        await writer.flush()
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "")
    }

    @Test
    func `an unfinished line waits for its end`() async throws {
        let fixture = try Fixture()
        try fixture.directory.directory("logs")
        let path = try fixture.directory.write(
            Self.line(1, "info", "one").dropLast(2).description, to: "logs/catalog.log")
        let follower = fixture.logs(["catalog"])
        #expect(follower.history().isEmpty)
        let file = open(path, O_WRONLY | O_APPEND)
        defer { close(file) }
        #expect(write(file, "ne\n", 3) == 3)
        #expect(follower.next().map(\.message) == ["one"])
    }

    @Test
    func `records of both formats say their time, level and message`() {
        let text = LogRecord(service: "catalog", line: Self.line(5, "warning", "no room left=0"))
        #expect(text?.time == "2026-01-01T12:00:05.000Z" && text?.level == .warning)
        #expect(text?.message == "no room left=0")
        let json = LogRecord(
            service: "catalog",
            line: #"{"time":"2026-01-01T12:00:05.000Z","level":"error","service":"catalog","message":"x"}"#)
        #expect(json?.level == .error)
        for garbage in ["", "x", "2026-01-01T12:00:05.000Z", "2026-01-01 12:00:05.000Z info x: y", #"{"time":"now"}"#] {
            #expect(LogRecord(service: "catalog", line: garbage) == nil, "\(garbage)")
        }
    }
}
