internal import TextFolding

/// A streaming parser of XMLTV guides of any size: plain or gzip, whole or broken, in constant memory.
///
/// The pipeline: inflate (`Inflater`), convert other encodings to UTF-8 (`XMLEncoding`), repair (`XMLRepair`), parse by
/// libxml2 (`XMLPushParser`), build items (`XMLTVBuilder`). A programme requires a channel, a start and a title; one
/// that lacks them, or whose XML is broken, is rejected alone, with its line.
///
///     var parser = XMLTVParser()
///     for try await chunk in body { try parser.consume(chunk.span) { item in … } }
///     let summary = try parser.finish { item in … }
///
/// Times without a zone are UTC, as the format defines; pass another zone where a guide is known to use local time.
package struct XMLTVParser {
    package let limits: XMLTVLimits
    private let inflater: Inflater
    private let xml: XMLPushParser
    private var repair = XMLRepair()
    private var encoding = XMLEncoding()
    /// The start of the XML, until its encoding is known.
    private var head: [UInt8]? = []
    private var repaired: [UInt8] = []
    private var bytesRead = 0
    private var xmlBytes = 0
    /// Whether damaged compression has ended the guide.
    private var hasEnded = false
    /// The end of the XML so far, without trailing white space.
    private var tail: [UInt8] = []

    private static let headBytes = 256
    private static let pieceBytes = 65_536
    /// libxml2 gets blocks of exactly this size: its recovery from broken XML depends on the block boundaries, and must
    /// not depend on how a guide arrives.
    private static let blockBytes = 32_768

    package init(limits: XMLTVLimits = XMLTVLimits(), zone: GuideTimeZone = .utc) {
        self.limits = limits
        inflater = Inflater(limitBytes: limits.maximumInflatedBytes)
        xml = XMLPushParser(builder: XMLTVBuilder(limits: limits, zone: zone))
    }

    /// The totals so far.
    package var summary: XMLTVSummary {
        var summary = xml.builder.summary
        (summary.bytes, summary.xmlBytes) = (bytesRead, xmlBytes)
        let isWhole = !hasEnded && !xml.hasStopped
        summary.isComplete = isWhole && (repair.hasSeenEnd || endsAfterProgramme)
        summary.lacksEndTag = summary.isComplete && !repair.hasSeenEnd
        return summary
    }

    /// Some servers never write the guide's end tag. A truncated guide ends anywhere, hardly ever just behind a whole
    /// programme.
    private var endsAfterProgramme: Bool { tail.elementsEqual(Self.endOfProgramme.utf8) }

    private static let endOfProgramme = "</programme>"

    private mutating func noteTail(from start: Int) {
        var end = repaired.count
        while end > start, repaired[end - 1].isSpace { end -= 1 }
        let length = Self.endOfProgramme.utf8.count
        tail = Array((tail + repaired[max(start, end - length)..<end]).suffix(length))
    }

    /// Bytes held until more arrive: bounded, however large the guide is.
    var heldBytes: Int { (head?.count ?? 0) + encoding.heldBytes + repair.heldBytes + repaired.count + xml.heldBytes }

    /// Parses some more bytes, split anywhere.
    ///
    /// - Throws: `InflateError.tooLarge` and `.unsupported`, and what `receive` throws. Damaged compression ends the
    ///   guide and is reported as a rejected item: the part before it is valid.
    package mutating func consume(_ bytes: Span<UInt8>, _ receive: (XMLTVItem) throws -> Void) throws {
        bytesRead += bytes.count
        guard !hasEnded else { return }
        var start = 0
        while start < bytes.count, !hasEnded {
            let piece = bytes.extracting(start..<min(start + Self.pieceBytes, bytes.count))
            start += piece.count
            try guarded(receive) { parser in
                let inflater = parser.inflater
                try inflater.inflate(piece) { try parser.readXML($0, isLast: false, receive) }
            }
        }
    }

    /// Parses the rest and returns the totals.
    ///
    /// - Throws: as `consume`.
    @discardableResult
    package mutating func finish(_ receive: (XMLTVItem) throws -> Void) throws -> XMLTVSummary {
        if !hasEnded {
            try guarded(receive) { parser in
                let inflater = parser.inflater
                try inflater.finish { try parser.readXML($0, isLast: false, receive) }
            }
        }
        let nothing: [UInt8] = []
        try readXML(nothing.span, isLast: true, receive)
        xml.finish()
        try emit(receive)
        return summary
    }

    /// Runs an inflating step; damage ends the guide only.
    private mutating func guarded(
        _ receive: (XMLTVItem) throws -> Void, _ step: (inout XMLTVParser) throws -> Void
    ) throws {
        do {
            try step(&self)
        } catch let error as InflateError {
            switch error {
            case .tooLarge, .unsupported: throw error
            case .damaged, .truncated:
                hasEnded = true
                xml.builder.refuse(RefusedGuideItem(line: 0, reason: .damagedCompression, detail: error.description))
            }
        }
    }

    private mutating func readXML(
        _ bytes: Span<UInt8>, isLast: Bool, _ receive: (XMLTVItem) throws -> Void
    ) throws {
        xmlBytes += bytes.count
        if var collected = head {
            bytes.withUnsafeBufferPointer { collected.append(contentsOf: $0) }
            head = collected
            guard isLast || collected.count >= Self.headBytes else { return }
            head = nil
            // A declaration behind these bytes does not count, however many arrived at once.
            encoding = XMLEncoding(of: collected.span.extracting(0..<min(collected.count, Self.headBytes)))
            // A byte order mark is harmless: it ends up inside our root element.
            try convert(collected.span, isLast: isLast, receive)
        } else {
            try convert(bytes, isLast: isLast, receive)
        }
    }

    private mutating func convert(
        _ bytes: Span<UInt8>, isLast: Bool, _ receive: (XMLTVItem) throws -> Void
    ) throws {
        var encoding = encoding
        defer { self.encoding = encoding }
        try encoding.convert(bytes, isLast: isLast) { try parse($0, isLast: false, receive) }
        guard isLast else { return }
        let nothing: [UInt8] = []
        try parse(nothing.span, isLast: true, receive)
    }

    private mutating func parse(
        _ bytes: Span<UInt8>, isLast: Bool, _ receive: (XMLTVItem) throws -> Void
    ) throws {
        let known = repaired.count
        repair.repair(bytes, isLast: isLast, into: &repaired)
        noteTail(from: known)
        var start = 0
        while repaired.count - start >= Self.blockBytes || isLast && start < repaired.count {
            let end = min(start + Self.blockBytes, repaired.count)
            let block = repaired
            xml.parse(block.span.extracting(start..<end))
            start = end
            try emit(receive)
        }
        repaired.removeSubrange(0..<start)
    }

    private func emit(_ receive: (XMLTVItem) throws -> Void) throws {
        for item in xml.builder.drainItems() { try receive(item) }
    }
}
