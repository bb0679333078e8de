/// Builds channels and programmes from the events of an XML parser.
///
/// It is independent of the parser: it receives elements, attributes and text, and passes on complete items.
struct XMLTVBuilder {
    let limits: XMLTVLimits
    let zone: GuideTimeZone
    var summary = XMLTVSummary()
    /// Complete items that were not taken yet.
    private(set) var items: [XMLTVItem] = []

    /// The open elements.
    private(set) var stack: [XMLTVElement] = []
    var channel = XMLTVChannel(line: 0, id: "")
    var programme = XMLTVProgramme()
    /// The open item. Not an optional, so that it is changed in place.
    private(set) var open = OpenItem.none
    /// The number of open elements at the channel or programme.
    private var itemDepth = 0
    /// The error of the open item.
    private var fault: RefusedGuideItem?
    private var lastChannel = ""

    /// Text is collected while this many elements are open.
    private var textDepth = 0
    private var text: [UInt8] = []
    /// The attributes of the open elements.
    var textLanguage = ""
    var textSystem = ""
    var textRole = ""

    init(limits: XMLTVLimits, zone: GuideTimeZone) {
        (self.limits, self.zone) = (limits, zone)
    }

    /// Bytes of the text being collected.
    var heldBytes: Int { text.count }

    /// Takes the complete items.
    mutating func drainItems() -> [XMLTVItem] {
        defer { items.removeAll(keepingCapacity: true) }
        return items
    }

    enum OpenItem {
        case none, channel, programme
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
        case .channel where open != .programme:
            closeUnfinished()
            summary.isGuide = true
            beginChannel(line: line, attributes)
        default:
            switch open {
            case .programme: startInProgramme(element, parent: parent, depth: stack.count - itemDepth, attributes)
            case .channel: startInChannel(element, depth: stack.count - itemDepth, attributes)
            case .none: break
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
            switch open {
            case .programme: set(element, parent: parent, depth: stack.count - itemDepth)
            case .channel: setInChannel(element)
            case .none: break
            }
        }
        if stack.count == itemDepth {
            if element == .programme { finishProgramme() }
            if element == .channel { finishChannel() }
        }
        stack.removeLast()
    }

    /// Handles an error of the parser.
    ///
    /// - Parameter isConsequence: Whether it may only follow from an earlier unclosed element.
    mutating func error(line: Int, message: String, isConsequence: Bool) {
        summary.xmlErrors += 1
        let report = RefusedGuideItem(line: line, reason: .malformed, detail: message)
        if open != .none {
            if fault == nil { fault = report }
        } else if !isConsequence, summary.xmlErrors <= Self.maximumErrorReports {
            refuse(report)
        }
    }

    /// The most errors outside of programmes that are reported; more are counted.
    static let maximumErrorReports = 100

    /// Discards open elements: the parser restarts.
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
        switch open {
        case .programme:
            refuse(fault ?? RefusedGuideItem(line: programme.line, reason: .unclosed, detail: programme.channel))
        case .channel:
            refuse(fault ?? RefusedGuideItem(line: channel.line, reason: .unclosed, detail: channel.id))
        case .none: return
        }
        close()
    }

    private mutating func close() {
        (open, fault, textDepth, itemDepth) = (.none, nil, 0, 0)
    }

    private mutating func beginChannel(line: Int, _ attributes: some XMLAttributes) {
        let id = attributes.text("id").trimmingSpaces()
        channel = XMLTVChannel(line: line, id: id)
        (open, itemDepth) = (.channel, stack.count)
        fault = id.isEmpty ? RefusedGuideItem(line: line, reason: .missingChannelID) : nil
    }

    private mutating func finishChannel() {
        if let fault {
            refuse(fault)
        } else {
            summary.channels += 1
            items.append(.channel(channel))
        }
        close()
    }

    private mutating func beginProgramme(line: Int, _ attributes: some XMLAttributes) {
        programme = XMLTVProgramme()
        programme.line = line
        (open, itemDepth, fault) = (.programme, stack.count, nil)
        programme.channel = channelID(attributes)
        programme.catchupID = attributes.text("catchup-id").trimmingSpaces()
        if programme.channel.isEmpty {
            fault = RefusedGuideItem(line: line, reason: .missingChannel)
        } else if let seconds = time("start", attributes) {
            programme.start = seconds
            programme.stop = stop(attributes, start: seconds)
        } else {
            let start = attributes.text("start")
            fault =
                start.isEmpty
                ? RefusedGuideItem(line: line, reason: .missingStart, detail: programme.channel)
                : RefusedGuideItem(line: line, reason: .badStart, detail: start.cut(toCharacters: 40).text)
        }
    }

    /// The programme's channel; mostly the previous programme's, whose string is reused.
    private mutating func channelID(_ attributes: some XMLAttributes) -> String {
        let last = lastChannel
        let id: String? = attributes.read("channel") { bytes in
            let range = bytes.trimmed(0..<bytes.count)
            return bytes.isEqual(range, to: last) ? last : bytes.text(range)
        }
        lastChannel = id ?? ""
        return lastChannel
    }

    /// An end before the start, or absurdly late, is dropped.
    private mutating func stop(_ attributes: some XMLAttributes, start: Int64) -> Int64? {
        guard attributes.read("stop", { !$0.isEmpty }) == true else { return nil }
        guard let seconds = time("stop", attributes), seconds > start, seconds - start <= limits.maximumProgrammeSeconds
        else {
            summary.stopsDropped += 1
            return nil
        }
        return seconds
    }

    /// The time in an attribute.
    mutating func time(_ name: StaticString, _ attributes: some XMLAttributes) -> Int64? {
        let zone = zone
        let found = attributes.read(name) { XMLTVTime.parse($0, zone: zone) }
        guard let time = found ?? nil else { return nil }
        if time.hasUnknownZone { summary.unknownZones += 1 }
        if time.lacksZone { summary.missingZones += 1 }
        return time.seconds
    }

    private mutating func finishProgramme() {
        if let fault {
            refuse(fault)
        } else if programme.titles.isEmpty {
            refuse(RefusedGuideItem(line: programme.line, reason: .missingTitle, detail: programme.channel))
        } else {
            summary.programmes += 1
            items.append(.programme(programme))
        }
        close()
    }

    // MARK: Text

    mutating func collectText() {
        text.removeAll(keepingCapacity: true)
        textDepth = stack.count
    }

    /// The collected text: white space at the ends is dropped, and runs of it are one space, as the format defines.
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
    /// Reads the value of an attribute; nil when absent.
    func read<Result>(_ name: StaticString, _ body: (Span<UInt8>) -> Result) -> Result?
}

extension XMLAttributes {
    /// The value of an attribute, empty when absent.
    func text(_ name: StaticString) -> String {
        read(name) { $0.text(0..<$0.count) } ?? ""
    }
}
