/// Puts channels and programmes together from the events of an XML parser.
///
/// It knows nothing of the parser: it is told of elements, attributes and text, and hands out what is complete.
struct XMLTVBuilder {
    let limits: XMLTVLimits
    let defaultOffsetSeconds: Int
    var summary = XMLTVSummary()
    /// What is complete and has not been taken yet.
    private(set) var items: [XMLTVItem] = []

    /// The open elements.
    private(set) var stack: [XMLTVElement] = []
    var channel: XMLTVChannel?
    var programme: XMLTVProgramme?
    /// How many elements are open with the channel or programme.
    private var itemDepth = 0
    /// What is wrong with the open item.
    private var fault: RefusedGuideItem?
    private var hasBadStart = false

    /// Text is collected while this many elements are open.
    private var textDepth = 0
    private var text: [UInt8] = []
    /// What the attributes of the open elements said.
    var textLanguage = ""
    var textSystem = ""
    var textRole = ""

    init(limits: XMLTVLimits, defaultOffsetSeconds: Int) {
        (self.limits, self.defaultOffsetSeconds) = (limits, defaultOffsetSeconds)
    }

    /// Hands over what is complete.
    mutating func takeItems() -> [XMLTVItem] {
        defer { items.removeAll(keepingCapacity: true) }
        return items
    }

    // MARK: Events

    mutating func start(_ element: XMLTVElement, line: Int, _ attributes: some XMLAttributes) {
        let parent = stack.last ?? .other
        stack.append(element)
        switch element {
        case .tv:
            summary.isGuide = true
        case .programme:
            closeUnfinished()
            summary.isGuide = true
            beginProgramme(line: line, attributes)
        case .channel where programme == nil:
            closeUnfinished()
            summary.isGuide = true
            beginChannel(line: line, attributes)
        default:
            if programme != nil {
                startInProgramme(element, parent: parent, depth: stack.count - itemDepth, attributes)
            } else if channel != nil {
                startInChannel(element, depth: stack.count - itemDepth, attributes)
            }
        }
    }

    mutating func characters(_ bytes: Span<UInt8>) {
        guard textDepth == stack.count, textDepth > 0 else { return }
        let space = limits.maximumTextBytes - text.count
        if bytes.count > space {
            summary.textsCut += space >= 0 && !text.isEmpty ? 1 : 0
            bytes.extracting(0..<max(0, space)).withUnsafeBufferPointer { text.append(contentsOf: $0) }
        } else {
            bytes.withUnsafeBufferPointer { text.append(contentsOf: $0) }
        }
    }

    mutating func end() {
        guard let element = stack.last else { return }
        if textDepth == stack.count {
            textDepth = 0
            let parent = stack.count > 1 ? stack[stack.count - 2] : .other
            if programme != nil {
                set(element, parent: parent, depth: stack.count - itemDepth)
            } else if channel != nil {
                setInChannel(element)
            }
        }
        if stack.count == itemDepth {
            if element == .programme { finishProgramme() }
            if element == .channel { finishChannel() }
        }
        stack.removeLast()
    }

    /// The parser reports broken XML.
    ///
    /// - Parameter isConsequence: It may only follow from an element before that was not closed.
    mutating func error(line: Int, message: String, isConsequence: Bool) {
        summary.xmlErrors += 1
        let report = RefusedGuideItem(line: line, reason: .malformed, detail: message)
        if programme != nil || channel != nil {
            if fault == nil { fault = report }
        } else if !isConsequence, summary.xmlErrors <= Self.maximumErrorReports {
            refuse(report)
        }
    }

    /// Errors outside of programmes are counted beyond this number, not reported.
    static let maximumErrorReports = 100

    /// The parser starts anew: what is open will not be finished.
    mutating func reset() {
        closeUnfinished()
        stack.removeAll(keepingCapacity: true)
        (itemDepth, textDepth) = (0, 0)
    }

    mutating func refuse(_ item: RefusedGuideItem) {
        summary.refused += 1
        items.append(.refused(item))
    }

    // MARK: Items

    private mutating func closeUnfinished() {
        if let programme {
            refuse(fault ?? RefusedGuideItem(line: programme.line, reason: .unclosed, detail: programme.channel))
        } else if let channel {
            refuse(fault ?? RefusedGuideItem(line: channel.line, reason: .unclosed, detail: channel.id))
        }
        (programme, channel, fault, textDepth, itemDepth) = (nil, nil, nil, 0, 0)
    }

    private mutating func beginChannel(line: Int, _ attributes: some XMLAttributes) {
        let id = attributes.text("id").trimmingSpaces()
        channel = XMLTVChannel(line: line, id: id)
        itemDepth = stack.count
        fault = id.isEmpty ? RefusedGuideItem(line: line, reason: .missingChannelID) : nil
    }

    private mutating func finishChannel() {
        guard let channel else { return }
        if let fault {
            refuse(fault)
        } else {
            summary.channels += 1
            items.append(.channel(channel))
        }
        (self.channel, fault, itemDepth) = (nil, nil, 0)
    }

    private mutating func beginProgramme(line: Int, _ attributes: some XMLAttributes) {
        var new = XMLTVProgramme()
        new.line = line
        itemDepth = stack.count
        fault = nil
        new.channel = attributes.text("channel").trimmingSpaces()
        new.catchupID = attributes.text("catchup-id").trimmingSpaces()
        let start = attributes.text("start")
        if new.channel.isEmpty {
            fault = RefusedGuideItem(line: line, reason: .missingChannel)
        } else if start.isEmpty {
            fault = RefusedGuideItem(line: line, reason: .missingStart, detail: new.channel)
        } else if let seconds = time(start) {
            new.start = seconds
            new.stop = stop(attributes.text("stop"), start: seconds)
        } else {
            fault = RefusedGuideItem(line: line, reason: .badStart, detail: start.cut(toCharacters: 40).text)
        }
        programme = new
    }

    /// An end before the start, or absurdly late, is worse than none.
    private mutating func stop(_ text: String, start: Int64) -> Int64? {
        guard !text.isEmpty else { return nil }
        guard let seconds = time(text), seconds > start, seconds - start <= limits.maximumProgrammeSeconds else {
            summary.stopsDropped += 1
            return nil
        }
        return seconds
    }

    mutating func time(_ text: String) -> Int64? {
        guard let found = XMLTVTime.parse(text, defaultOffsetSeconds: defaultOffsetSeconds) else { return nil }
        if found.hasUnknownZone { summary.unknownZones += 1 }
        return found.seconds
    }

    private mutating func finishProgramme() {
        guard let programme else { return }
        if let fault {
            refuse(fault)
        } else if programme.titles.isEmpty {
            refuse(RefusedGuideItem(line: programme.line, reason: .missingTitle, detail: programme.channel))
        } else {
            summary.programmes += 1
            items.append(.programme(programme))
        }
        (self.programme, fault, itemDepth) = (nil, nil, 0)
    }

    // MARK: Text

    mutating func collectText() {
        text.removeAll(keepingCapacity: true)
        textDepth = stack.count
    }

    /// The collected text: white space at the ends is dropped, and runs of it are one space, as the format says.
    mutating func collected(limit: Int) -> String {
        var (write, isSpace) = (0, true)
        for read in text.indices {
            let byte = text[read]
            if byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D {
                if !isSpace {
                    text[write] = 0x20
                    write += 1
                }
                isSpace = true
            } else {
                text[write] = byte
                write += 1
                isSpace = false
            }
        }
        if write > 0, isSpace { write -= 1 }
        let (result, wasCut) = String(decoding: text[..<write], as: UTF8.self).cut(toCharacters: limit)
        if wasCut { summary.textsCut += 1 }
        return result
    }
}

/// The attributes of an element.
protocol XMLAttributes {
    /// The value of an attribute, empty when it is not there.
    func text(_ name: StaticString) -> String
}
