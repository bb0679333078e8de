@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// A whole playlist, parsed; `cut` says how long the pieces are in which the parser gets it.
struct Playlist: Equatable {
    var headers: [M3UHeader] = []
    var entries: [M3UEntry] = []
    var refused: [RefusedLine] = []
    var summary = M3USummary()

    init(_ bytes: [UInt8], limits: M3ULimits = M3ULimits(), cut: (Int) -> Int = { _ in Int.max }) {
        var parser = M3UParser(limits: limits)
        var start = 0
        var piece = 0
        while start < bytes.count {
            let length = min(max(1, cut(piece)), bytes.count - start)
            let chunk = Array(bytes[start..<(start + length)])
            parser.consume(chunk.span) { add($0) }
            start += length
            piece += 1
        }
        summary = parser.finish { add($0) }
    }

    init(_ text: String, limits: M3ULimits = M3ULimits()) {
        self.init(Array(text.utf8), limits: limits)
    }

    private mutating func add(_ item: M3UItem) {
        switch item {
        case .header(let header): headers.append(header)
        case .entry(let entry): entries.append(entry)
        case .refused(let line): refused.append(line)
        }
    }
}
