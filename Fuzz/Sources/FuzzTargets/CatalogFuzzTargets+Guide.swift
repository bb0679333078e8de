internal import FuzzKit
internal import HearthModel

@testable internal import CatalogFormats
@testable internal import CatalogRecognition
@testable internal import CatalogService

extension CatalogFuzzTargets {
    /// A byte of options, then a guide: plain, compressed, in any encoding.
    ///
    /// The result does not depend on how it is cut into pieces; every programme has a channel, a title and a time, and
    /// is within its limits; memory does not grow. The repaired text contains no declarations, and repairing it again
    /// changes nothing.
    static func guide(_ input: UnsafeRawBufferPointer) {
        guard let choices = input.first else { return }
        let bytes = [UInt8](input.dropFirst())
        var limits = XMLTVLimits()
        limits.maximumInflatedBytes = 1 << 20
        limits.maximumRestarts = 50
        if choices & 0x80 != 0 {
            (limits.maximumTextBytes, limits.maximumTitleCharacters) = (64, 10)
            (limits.maximumValues, limits.maximumCredits) = (2, 2)
        }
        let pieceBytes = 1 + Int(choices & 0x3F)
        let whole = ReadGuide(bytes, limits, pieceBytes: max(1, bytes.count))
        let pieces = ReadGuide(bytes, limits, pieceBytes: pieceBytes)
        expect(whole == pieces, "a guide is the same in whatever pieces it comes")
        whole.check(limits)
        checkRepair(bytes, pieceBytes: pieceBytes)
    }

    private static func checkRepair(_ bytes: [UInt8], pieceBytes: Int) {
        let whole = repaired(bytes, pieceBytes: max(1, bytes.count))
        expect(whole == repaired(bytes, pieceBytes: pieceBytes), "repairing is the same in whatever pieces it comes")
        expect(LegacyCharset.isUTF8(whole.span), "what is repaired is UTF-8")
        expect(
            !whole.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }, "no control characters are left")
        for index in whole.indices.dropLast() where whole[index] == UInt8(ascii: "<") {
            expect(whole[index + 1] != UInt8(ascii: "?") || isInSection(whole, index), "no instruction is left")
            let isDeclaration = whole.span.matches("<!doctype", at: index) || whole.span.matches("<!entity", at: index)
            expect(!isDeclaration || isInSection(whole, index), "no declaration is left")
        }
        expect(repaired(whole, pieceBytes: max(1, whole.count)) == whole, "repairing what is repaired changes nothing")
    }

    /// Whether inside of a CDATA section, where markup has no meaning.
    private static func isInSection(_ bytes: [UInt8], _ index: Int) -> Bool {
        let before = bytes[..<index]
        guard let begin = before.lastRange(of: Array("<![CDATA[".utf8)) else { return false }
        return before[begin.upperBound...].firstRange(of: Array("]]>".utf8)) == nil
    }

    private static func repaired(_ bytes: [UInt8], pieceBytes: Int) -> [UInt8] {
        var (repair, output, start) = (XMLRepair(), [UInt8](), 0)
        while start < bytes.count {
            let end = min(start + pieceBytes, bytes.count)
            repair.repair(bytes.span.extracting(start..<end), isLast: false, into: &output)
            start = end
        }
        let nothing: [UInt8] = []
        repair.repair(nothing.span, isLast: true, into: &output)
        return output
    }
}

extension [UInt8].SubSequence {
    /// The last occurrence of some bytes.
    fileprivate func lastRange(of bytes: [UInt8]) -> Range<Int>? {
        guard count >= bytes.count else { return nil }
        for start in (startIndex...(endIndex - bytes.count)).reversed() {
            if self[start..<(start + bytes.count)].elementsEqual(bytes) { return start..<(start + bytes.count) }
        }
        return nil
    }
}

/// The result of a guide read in pieces.
private struct ReadGuide: Equatable {
    var items: [XMLTVItem] = []
    var summary = XMLTVSummary()
    /// Why it could not be read.
    var error: InflateError?

    /// The head, a block for libxml2 and what a piece can add to it, an incomplete declaration, and a text.
    private static let fixedBytes = 4_096 + 32_768 + 4 * 65_536

    init(_ bytes: [UInt8], _ limits: XMLTVLimits, pieceBytes: Int) {
        var parser = XMLTVParser(limits: limits)
        var start = 0
        do {
            while start < bytes.count {
                let end = min(start + pieceBytes, bytes.count)
                try parser.consume(bytes.span.extracting(start..<end)) { items.append($0) }
                expect(parser.heldBytes <= Self.fixedBytes + limits.maximumTextBytes, "what is held does not grow")
                start = end
            }
            summary = try parser.finish { items.append($0) }
        } catch {
            self.error = error as? InflateError
            expect(self.error != nil, "reading ends with no other error")
        }
    }

    /// Checks all returned values.
    func check(_ limits: XMLTVLimits) {
        guard error == nil else { return }
        var counts = (channels: 0, programmes: 0, refused: 0)
        for item in items {
            switch item {
            case .channel(let channel):
                counts.channels += 1
                expect(!channel.id.trimmingSpaces().isEmpty, "a channel has an id")
                expect(channel.names.count <= limits.maximumValues, "names have a limit")
            case .programme(let programme):
                counts.programmes += 1
                check(programme, limits)
            case .refused(let item):
                counts.refused += 1
                expect(item.line >= 0, "a line has a number")
            }
        }
        expect(counts.channels == summary.channels && counts.programmes == summary.programmes, "all is counted")
        expect(counts.refused == summary.refused, "what is refused is counted")
        expect(summary.xmlBytes <= limits.maximumInflatedBytes, "no more is inflated than is allowed")
    }

    private func check(_ programme: XMLTVProgramme, _ limits: XMLTVLimits) {
        expect(!programme.channel.isEmpty && !programme.titles.isEmpty, "a programme has a channel and a title")
        expect((-86_400...7_289_740_800).contains(programme.start), "a start is of these centuries")
        if let stop = programme.stop {
            expect(stop > programme.start, "a programme ends after it begins")
            expect(stop - programme.start <= limits.maximumProgrammeSeconds, "no programme is endless")
        }
        for list in [programme.titles, programme.subTitles] {
            expect(list.count <= limits.maximumValues, "texts have a limit")
            expect(
                list.allSatisfy { (1...limits.maximumTitleCharacters).contains($0.text.count) }, "titles have a limit")
        }
        expect(
            programme.descriptions.allSatisfy { $0.text.count <= limits.maximumOverviewCharacters }, "texts have limits"
        )
        for count in [programme.categories.count, programme.keywords.count, programme.ratings.count] {
            expect(count <= limits.maximumValues, "values have a limit")
        }
        expect(programme.credits.count <= limits.maximumCredits, "people have a limit")
        expect(programme.starRatings.allSatisfy { (0...10).contains($0.score) }, "scores are of ten")
        for text in (programme.titles + programme.categories).map(\.text) {
            expect(!text.utf8.contains { $0 < 0x20 }, "texts are one line")
        }
        if let numbers = XMLTVEpisodeNumber.numbers(of: programme.episodeNumbers) {
            expect([numbers.season, numbers.episode, numbers.part].allSatisfy { ($0 ?? 0) >= 0 }, "numbers count up")
        }
    }
}
