import Foundation
import TestSupport
import Testing

@testable import SchedulerService

/// The feed, read by the package icalendar.
@Suite struct ICalendarTests {
    private struct Expected: Codable {
        var uid: String
        var start: String
        var end: String
        var summary: String
        var description: String?
        var sequence: Int64
    }

    private static let events = [
        ICalendarWriter.Event(
            id: "s1-20270105@home", span: TimeSpan(start: 1_799_175_600, minutes: 95),
            title: "Alien; the \\ first, 1979",
            description: "Why: you have started it\neverybody said yes", version: 1, isBusy: true),
        ICalendarWriter.Event(
            id: "s2-20270328@home", span: TimeSpan(start: 1_806_195_600, minutes: 30),
            title: String(repeating: "Ödön und die Tür 🎬 ", count: 12), description: nil, version: 4, isBusy: false),
        ICalendarWriter.Event(
            id: "s3-20271031@home", span: TimeSpan(start: 1_824_940_800, minutes: 720),
            title: "TV\u{7}\r\nEND:VCALENDAR",
            description: "", version: 2, isBusy: true),
    ]

    @Test func `an independent parser reads what was written`() async throws {
        let text = ICalendarWriter.calendar(named: "Home, sweet home", events: Self.events, stamp: 1_799_000_000)
        let scratch = try TemporaryDirectory()
        try text.write(toFile: scratch.path("week.ics"), atomically: true, encoding: .utf8)
        let expected = Self.events.map { event in
            Expected(
                uid: event.id, start: UTCTimestamp.text(event.span.start), end: UTCTimestamp.text(event.span.end),
                summary: event.title == "TV\u{7}\r\nEND:VCALENDAR" ? "TV\nEND:VCALENDAR" : event.title,
                description: event.description, sequence: event.version - 1)
        }
        try JSONEncoder().encode(expected).write(to: scratch.url.appending(path: "events.json"))
        let output = try await PythonProcess.run(
            "schedule.feed", [scratch.path("week.ics"), scratch.path("events.json")], scratch: scratch.url)
        #expect(output.contains("3 events agree"))
    }

    @Test func `lines are short and end as the standard says`() {
        let text = ICalendarWriter.calendar(named: "n", events: Self.events, stamp: 0)
        #expect(text.hasSuffix("END:VCALENDAR\r\n"))
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
        #expect(lines.allSatisfy { $0.last == UInt8(ascii: "\r") && $0.count <= 76 })
        // A fold is between characters: every line is UTF-8 by itself.
        #expect(lines.allSatisfy { String(validating: $0, as: UTF8.self) != nil })
    }
}
