internal import FuzzKit
internal import HearthModel

@testable internal import CatalogFormats
@testable internal import CatalogRecognition
@testable internal import CatalogService

extension CatalogFuzzTargets {
    /// A byte of options, then a playlist.
    ///
    /// The result does not depend on how it is cut into pieces; all returned values are within their limits and one
    /// line of text; the parser buffers at most a line; every entry is recognized, and always as the same title.
    static func playlist(_ input: UnsafeRawBufferPointer) {
        guard let choices = input.first else { return }
        let bytes = [UInt8](input.dropFirst())
        var limits = M3ULimits()
        if choices & 0x80 != 0 {
            (limits.maximumLineBytes, limits.maximumAttributes) = (64, 3)
            (limits.maximumOptions, limits.maximumTitleCharacters) = (2, 10)
        }
        let whole = ReadPlaylist(bytes, limits, pieceBytes: max(1, bytes.count))
        let pieces = ReadPlaylist(bytes, limits, pieceBytes: 1 + Int(choices & 0x0F))
        expect(whole == pieces, "a list is the same in whatever pieces it comes")
        whole.check(limits)
        checkTitles(whole.entries)
    }

    private static func checkTitles(_ entries: [M3UEntry]) {
        var statistics = PlaylistStatistics()
        for entry in entries { statistics.note(entry) }
        var (reader, again) = (
            EntryRecognizer(source: "a", statistics: statistics), EntryRecognizer(source: "a", statistics: statistics)
        )
        for entry in entries {
            let item = reader.item(for: entry)
            expect(item.id == again.item(for: entry).id, "an entry is always the same title")
            expect(!item.title.isEmpty || item.series != nil, "every title has a name")
            expect(item.rungs == item.rungs.sorted { $0.kind < $1.kind }, "what a title is known by is in order")
            if let series = item.series { expect(!series.title.isEmpty, "every series has a name") }
        }
    }
}

/// The result of a playlist read in pieces.
private struct ReadPlaylist: Equatable {
    var items: [M3UItem] = []
    var summary = M3USummary()

    var entries: [M3UEntry] {
        items.compactMap { item in
            if case .entry(let entry) = item { entry } else { nil }
        }
    }

    init(_ bytes: [UInt8], _ limits: M3ULimits, pieceBytes: Int) {
        var parser = M3UParser(limits: limits)
        var start = 0
        while start < bytes.count {
            let end = min(start + pieceBytes, bytes.count)
            parser.consume(bytes.span.extracting(start..<end)) { items.append($0) }
            expect(parser.heldBytes <= limits.maximumLineBytes + M3UParser.excerptBytes, "no more than a line is held")
            start = end
        }
        summary = parser.finish { items.append($0) }
        expect(summary.bytes == bytes.count, "every byte is counted")
    }

    /// Checks all returned values.
    func check(_ limits: M3ULimits) {
        var (found, refused, last) = (0, 0, 0)
        for item in items {
            switch item {
            case .header(let header):
                expect(header.attributes.count <= limits.maximumAttributes, "headers have their limits")
                expect(header.guideAddresses.count <= M3UHeader.maximumGuides, "guides have a limit")
            case .refused(let line):
                refused += 1
                expect((1...max(1, summary.lines)).contains(line.line), "a refused line is one of the list's")
                expect(line.excerpt.utf8.count <= M3UParser.excerptBytes * 3, "excerpts are short")
            case .entry(let entry):
                found += 1
                expect(entry.line > last && entry.line <= summary.lines, "entries come in the order of the list")
                last = entry.line
                check(entry, limits)
            }
        }
        expect(found == summary.entries && refused == summary.refused, "what is handed out is counted")
    }

    private func check(_ entry: M3UEntry, _ limits: M3ULimits) {
        // A byte of an old encoding becomes up to three of UTF-8.
        let lineBytes = limits.maximumLineBytes * 3
        expect(!entry.address.isEmpty && !entry.title.isEmpty, "an entry has an address and a title")
        expect(entry.title.count <= limits.maximumTitleCharacters, "titles have a limit")
        expect(entry.address.utf8.count <= lineBytes, "an address is one line")
        expect(entry.attributes.count <= limits.maximumAttributes * 2, "attributes have a limit")
        expect(entry.headers.count <= M3ULimits().maximumOptions, "headers have a limit")
        expect(entry.options.count <= limits.maximumOptions, "options have a limit")
        expect(entry.groupText.utf8.count <= 3 * lineBytes, "groups are few lines at most")
        expect(entry.groups.count <= M3UEntry.maximumGroups, "groups have a limit")
        for text in [entry.title, entry.guideID, entry.guideName, entry.address] + entry.groups {
            expect(
                !text.utf8.contains { $0 == 0 || $0 == 0x0A || $0 == 0x0D || $0 == 0x1B }, "names are one line of text")
        }
        for field in entry.headers {
            expect(!field.value.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "no header begins another")
            expect(!M3UHeaderSuffix.forbidden.contains(field.name.lowercased()), "no header frames the message")
        }
        if let scheme = M3UAddress.scheme(of: entry.address) {
            expect(!M3UAddress.unsafeSchemes.contains(scheme), "no address opens code or files")
        }
        if let shift = entry.guideShiftHours { expect(abs(shift) < 100, "shifts are hours") }
        if let days = entry.catchup?.days { expect((1...366).contains(days), "the past is of days") }
        _ = entry.marks
    }
}
