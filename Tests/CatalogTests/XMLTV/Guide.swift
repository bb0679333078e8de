@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// A whole guide, parsed; `cut` says how long the pieces are in which the parser gets it.
struct Guide: Equatable {
    var channels: [XMLTVChannel] = []
    var programmes: [XMLTVProgramme] = []
    var refused: [RefusedGuideItem] = []
    var summary = XMLTVSummary()

    init(
        _ bytes: [UInt8], limits: XMLTVLimits = XMLTVLimits(), zone: GuideTimeZone = .utc,
        cut: (Int) -> Int = { _ in Int.max }
    ) throws {
        var parser = XMLTVParser(limits: limits, zone: zone)
        var start = 0
        var piece = 0
        while start < bytes.count {
            let length = min(max(1, cut(piece)), bytes.count - start)
            let chunk = Array(bytes[start..<(start + length)])
            try parser.consume(chunk.span) { add($0) }
            start += length
            piece += 1
        }
        summary = try parser.finish { add($0) }
    }

    init(_ text: String, limits: XMLTVLimits = XMLTVLimits(), zone: GuideTimeZone = .utc) throws {
        try self.init(Array(text.utf8), limits: limits, zone: zone)
    }

    /// A guide with this inside its root element.
    init(inside text: String, limits: XMLTVLimits = XMLTVLimits()) throws {
        try self.init("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tv>\n\(text)\n</tv>\n", limits: limits)
    }

    private mutating func add(_ item: XMLTVItem) {
        switch item {
        case .channel(let channel): channels.append(channel)
        case .programme(let programme): programmes.append(programme)
        case .refused(let item): refused.append(item)
        }
    }

    var titles: [String] { programmes.map { XMLTVProgramme.text(of: $0.titles) } }
}
