internal import FuzzKit
internal import HearthModel

@testable internal import CatalogAPI
@testable internal import CatalogFormats
@testable internal import CatalogRecognition
@testable internal import CatalogService

extension CatalogFuzzTargets {
    /// A byte of options, then a panel's response.
    ///
    /// The elements do not depend on how it is cut into pieces, each within its limit; decoded values are within their
    /// bounds, and values used in a URL cannot lead elsewhere.
    static func panel(_ input: UnsafeRawBufferPointer) {
        guard let choices = input.first else { return }
        let bytes = [UInt8](input.dropFirst())
        let maximumBytes = choices & 0x80 != 0 ? 64 : 1 << 16
        let whole = ReadElements(bytes, maximumBytes, pieceBytes: max(1, bytes.count))
        let pieces = ReadElements(bytes, maximumBytes, pieceBytes: 1 + Int(choices & 0x0F))
        expect(whole == pieces, "an answer is the same in whatever pieces it comes")
        expect(whole.elements.allSatisfy { $0.count <= maximumBytes }, "elements have a limit")
        expect(whole.elements.reduce(0) { $0 + $1.count } <= bytes.count, "no more comes out than went in")
        for element in whole.elements {
            guard let object = XtreamObject(element) else { continue }
            for section in XtreamTitle.Section.allCases {
                if let title = XtreamTitle(object, section) { check(title) }
            }
        }
        for episode in XtreamEpisode.episodes(response: bytes) ?? [] {
            expect(!episode.id.isEmpty, "an episode has an id")
            checkEnding(episode.ending)
            if let seconds = episode.seconds { expect(seconds > 0, "lengths count up") }
        }
        if let account = try? PanelAccount(response: bytes) {
            expect(!account.status.isEmpty, "an account has a status")
        }
    }

    private static func check(_ title: XtreamTitle) {
        expect(!title.id.isEmpty && !title.name.isEmpty, "a title has an id and a name")
        checkEnding(title.ending)
        if let year = title.year { expect(XtreamTitle.years.contains(year), "years have bounds") }
        if let seconds = title.seconds { expect(seconds > 0, "lengths count up") }
        if let id = title.tmdbID { expect(id > 0, "ids of TMDB count up") }
        expect(title.archiveDays >= 0, "the past is of days")
    }

    private static func checkEnding(_ ending: String?) {
        guard let ending else { return }
        expect((1...5).contains(ending.utf8.count), "an ending is short")
        let isPlain = ending.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
        }
        expect(isPlain, "an ending leads to no other place")
    }
}

/// The elements of a response, read in pieces.
private struct ReadElements: Equatable {
    var names: [String?] = []
    var elements: [[UInt8]] = []
    var isComplete = false
    var skipped = 0

    init(_ bytes: [UInt8], _ maximumBytes: Int, pieceBytes: Int) {
        var reader = JSONElementScanner(maximumBytes: maximumBytes)
        var start = 0
        while start < bytes.count {
            let end = min(start + pieceBytes, bytes.count)
            reader.consume(bytes.span.extracting(start..<end)) { name, element in
                names.append(name)
                elements.append(element)
            }
            start = end
        }
        (isComplete, skipped) = (reader.isComplete, reader.skipped)
        expect(reader.count == elements.count, "elements are counted")
    }
}
