internal import CXML2
internal import TextFolding

/// libxml2's push parser, fed with repaired UTF-8. The only place that knows its pointers.
///
/// It builds no tree and loads no entity: it reports elements, attributes and text to the builder. Every document gets
/// a root element of ours around it, so that guides pasted together, or with trailing content, are read to the end.
/// Where libxml2 gives up (it does on a nesting of 256, for one), a new parser resumes at the next programme.
///
/// A class, as libxml2 keeps its address; only its owner uses it.
final class XMLPushParser {
    var builder: XMLTVBuilder
    private var context: xmlParserCtxtPtr?
    /// Bytes given to this libxml2 parser, behind our root element.
    private var fedBytes = 0
    /// The guide's line of this libxml2 parser's first line.
    private var firstLine = 1
    /// The line of the next bytes.
    private var nextLine = 1
    /// The offset in its input at the last error, or at which it was stopped.
    private var stopOffset = 0
    /// Whether it was stopped in the start tag of a programme because elements stayed open.
    private var wasStopped = false
    /// Whether the guide has ended: the builder reports elements still open, which are no errors of their own.
    private var isEnding = false
    private var restarts = 0
    /// Whether it searches the next programme after an error from which libxml2 cannot resume.
    private var isSearching = false
    /// The end of the last bytes while searching, as a tag may be cut.
    private var searchTail: [UInt8] = []
    private(set) var hasStopped = false

    /// The most elements that may be open at the start of a programme; more were not closed.
    private static let maximumOpenElements = 40
    private static let rootStart = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?><guide>".utf8)
    private static let rootEnd = Array("</guide>".utf8)

    /// libxml2 requires initialisation before threads use it.
    private static let isReady: Void = xmlInitParser()

    init(builder: XMLTVBuilder) {
        self.builder = builder
        _ = Self.isReady
    }

    deinit {
        if let context { xmlFreeParserCtxt(context) }
    }

    /// Bytes kept of the input, besides libxml2's own: a tag at most, which it limits to ten megabytes.
    var heldBytes: Int { searchTail.count + builder.heldBytes }

    // MARK: Feeding

    /// Parses some more bytes.
    func parse(_ bytes: Span<UInt8>) {
        guard !hasStopped else { return }
        if !searchTail.isEmpty {
            var joined = searchTail
            bytes.withUnsafeBufferPointer { joined.append(contentsOf: $0) }
            searchTail = []
            nextLine -= joined.span.countLines(in: 0..<(joined.count - bytes.count))
            return parseAll(joined.span)
        }
        parseAll(bytes)
    }

    private func parseAll(_ bytes: Span<UInt8>) {
        var start = 0
        while start < bytes.count, !hasStopped {
            if isSearching {
                guard let found = bytes.firstItem(from: start) else {
                    searchTail = bytes.tail(from: max(start, bytes.count - Self.tagBytes))
                    break
                }
                isSearching = false
                start = found
            }
            if context == nil { begin(atLine: nextLine + bytes.countLines(in: 0..<start)) }
            guard let context else { return giveUp(line: nextLine) }
            let before = fedBytes
            let rest = bytes.extracting(start..<bytes.count)
            rest.withUnsafeBufferPointer { buffer in
                buffer.withMemoryRebound(to: CChar.self) {
                    _ = xmlParseChunk(context, $0.baseAddress, Int32($0.count), 0)
                }
            }
            fedBytes += rest.count
            guard context.pointee.disableSAX != 0 else { break }
            start = resume(bytes, start: start, before: before)
        }
        nextLine += bytes.countLines(in: 0..<bytes.count)
    }

    /// Ends this libxml2 parser; returns the offset from which to search the next programme.
    private func resume(_ bytes: Span<UInt8>, start: Int, before: Int) -> Int {
        let stop = min(max(start, start + stopOffset - before), bytes.count)
        let line = nextLine + bytes.countLines(in: 0..<stop)
        end()
        restarts += 1
        isSearching = true
        if restarts > builder.limits.maximumRestarts { giveUp(line: line) }
        if wasStopped, let programme = bytes.lastItem(before: stop), programme > start { return programme }
        // At least one byte further on, so that it terminates.
        return min(max(stop, start + 1), bytes.count)
    }

    /// Parses the rest, and closes our root element.
    func finish() {
        guard let context else {
            builder.reset()
            return
        }
        isEnding = true
        Self.rootEnd.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { _ = xmlParseChunk(context, $0.baseAddress, Int32($0.count), 1) }
        }
        end()
    }

    private func begin(atLine line: Int) {
        var handler = Self.handler()
        guard let context = xmlCreatePushParserCtxt(&handler, Unmanaged.passUnretained(self).toOpaque(), nil, 0, nil)
        else { return }
        // No network, and recovery after errors. Entities are neither declared nor replaced: XMLRepair leaves none.
        xmlCtxtUseOptions(context, Int32(XML_PARSE_RECOVER.rawValue | XML_PARSE_NONET.rawValue))
        self.context = context
        (firstLine, wasStopped, stopOffset) = (line, false, 0)
        Self.rootStart.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { _ = xmlParseChunk(context, $0.baseAddress, Int32($0.count), 0) }
        }
        fedBytes = Self.rootStart.count
    }

    private func end() {
        if let context { xmlFreeParserCtxt(context) }
        context = nil
        builder.reset()
    }

    private func giveUp(line: Int) {
        hasStopped = true
        builder.refuse(RefusedGuideItem(line: line, reason: .tooManyErrors))
    }

    // MARK: Events

    private var line: Int { context.map { firstLine + Int(xmlSAX2GetLineNumber($0)) - 1 } ?? firstLine }

    fileprivate func start(_ element: XMLTVElement, _ attributes: LibXMLAttributes) {
        if element == .programme, builder.stack.count > Self.maximumOpenElements, let context {
            stopOffset = max(0, xmlByteConsumed(context))
            wasStopped = true
            xmlStopParser(context)
            return
        }
        builder.start(element, line: line, attributes)
    }

    fileprivate func report(_ error: xmlError) {
        guard let context, !wasStopped, !isEnding else { return }
        stopOffset = max(0, xmlByteConsumed(context))
        guard error.level == XML_ERR_FATAL else { return }
        let message = error.message.map { String(cString: $0).trimmingSpaces() } ?? "code \(error.code)"
        builder.error(
            line: firstLine + Int(error.line) - 1, message: message.cut(toCharacters: 200).text,
            isConsequence: UInt32(error.code) == XML_ERR_TAG_NAME_MISMATCH.rawValue)
    }

    private static let tagBytes = 12

    /// Entities, declarations and the like have no handler and are ignored.
    private static func handler() -> xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.startElementNs = { context, name, _, _, _, _, count, _, attributes in
            guard let context, let name else { return }
            let parser = Unmanaged<XMLPushParser>.fromOpaque(context).takeUnretainedValue()
            let bytes = UnsafeBufferPointer(start: name, count: xmlBytes(name))
            parser.start(XMLTVElement(named: bytes.span), LibXMLAttributes(first: attributes, count: Int(count)))
        }
        handler.endElementNs = { context, _, _, _ in
            guard let context else { return }
            Unmanaged<XMLPushParser>.fromOpaque(context).takeUnretainedValue().builder.end()
        }
        let characters: charactersSAXFunc = { context, bytes, count in
            guard let context, let bytes, count > 0 else { return }
            let span = UnsafeBufferPointer(start: bytes, count: Int(count)).span
            Unmanaged<XMLPushParser>.fromOpaque(context).takeUnretainedValue().builder.characters(span)
        }
        handler.characters = characters
        handler.cdataBlock = characters
        handler.serror = { context, error in
            guard let context, let error else { return }
            Unmanaged<XMLPushParser>.fromOpaque(context).takeUnretainedValue().report(error.pointee)
        }
        return handler
    }
}

private func xmlBytes(_ text: UnsafePointer<xmlChar>) -> Int { Int(xmlStrlen(text)) }

/// The attributes of a start tag: five pointers each (name, prefix, namespace, value, end of the value).
private struct LibXMLAttributes: XMLAttributes {
    let first: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    let count: Int

    func read<Result>(_ name: StaticString, _ body: (Span<UInt8>) -> Result) -> Result? {
        guard let first else { return nil }
        for index in 0..<count {
            guard let found = first[index * 5], let start = first[index * 5 + 3], let end = first[index * 5 + 4],
                xmlStrcmp(found, name.utf8Start) == 0
            else { continue }
            let value = UnsafeBufferPointer(start: start, count: max(0, end - start)).span
            guard value.firstIndex(of: UInt8(ascii: "&"), in: 0..<value.count) != nil else { return body(value) }
            return body(Self.unescaped(value).span)
        }
        return nil
    }
}

extension LibXMLAttributes {
    /// With `&#38;` read as `&`: where entities are not replaced, libxml2 leaves this one in values (and no other).
    private static func unescaped(_ value: Span<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < value.count {
            result.append(value[index])
            index += value.matches("&#38;", at: index) ? 5 : 1
        }
        return result
    }
}

extension Span<UInt8> {
    /// The start of the next programme or channel.
    fileprivate func firstItem(from start: Int) -> Int? {
        var index = start
        while let tag = firstIndex(of: UInt8(ascii: "<"), in: index..<count) {
            if isItem(at: tag) { return tag }
            index = tag + 1
        }
        return nil
    }

    /// The start of the last programme or channel before `end`.
    fileprivate func lastItem(before end: Int) -> Int? {
        var end = end
        while let tag = lastIndex(of: UInt8(ascii: "<"), in: 0..<end) {
            if isItem(at: tag) { return tag }
            end = tag
        }
        return nil
    }

    private func isItem(at index: Int) -> Bool {
        (matches("<programme", at: index) && index + 10 < count
            && (self[index + 10].isSpace || self[index + 10] == UInt8(ascii: ">")))
            || (matches("<channel", at: index) && index + 8 < count && self[index + 8].isSpace)
    }

    fileprivate func tail(from start: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for index in start..<count { bytes.append(self[index]) }
        return bytes
    }
}
