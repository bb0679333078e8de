/// Splits JSON (RFC 8259) into events, in chunks. Texts are truncated at a length; errors are recorded, and parsing
/// continues: a letter right after a quote shows that the quote has opened a text and not closed one, so a missing or
/// surplus quote costs only the text around it.
struct JSONEventParser: Sendable {
    enum Event: Hashable {
        case beginObject, endObject, beginArray, endArray
        /// A member's name.
        case key(String)
        case string(String)
        case number(Double)
        case bool(Bool)
        case null
    }

    private enum State { case value, string, escape, unicode, word }

    private var state = State.value
    private var text: [UInt8] = []
    private var digits: [UInt8] = []
    private var highSurrogate: UInt16?
    /// Open brackets; whether each is an object.
    private var stack: [Bool] = []
    /// Whether the byte before was the quote that has ended a text.
    private var isAfterQuote = false
    /// A text that has ended, and its line: it is a name when a colon follows.
    private var ended: (text: String, line: Int64)?
    /// The line of the first syntax error.
    private(set) var wrongLine: Int64?
    /// The line that is being read, from 1.
    private(set) var line: Int64 = 1

    mutating func read(_ bytes: [UInt8], _ emit: (Event, Int64) -> Void) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") { line += 1 }
            switch state {
            case .value: value(byte, emit)
            case .string: string(byte)
            case .escape: escape(byte)
            case .unicode: unicode(byte)
            case .word:
                if Self.isWord(byte) {
                    if text.count < 64 { text.append(byte) }
                } else {
                    endWord(emit)
                    value(byte, emit)
                }
            }
        }
    }

    /// Reads to the end.
    ///
    /// - Returns: whether the input is truncated.
    mutating func finish(_ emit: (Event, Int64) -> Void) -> Bool {
        if state == .word { endWord(emit) }
        emitEnded(isKey: false, emit)
        return state != .value || !stack.isEmpty
    }

    private mutating func value(_ byte: UInt8, _ emit: (Event, Int64) -> Void) {
        if ended != nil {
            if byte == UInt8(ascii: ":") { return emitEnded(isKey: true, emit) }
            if !Self.isSpace(byte) {
                emitEnded(isKey: false, emit)
                if isAfterQuote, Self.isWord(byte) { return reopen(byte) }
            }
        }
        isAfterQuote = false
        switch byte {
        case UInt8(ascii: "{"): open(isObject: true, emit)
        case UInt8(ascii: "["): open(isObject: false, emit)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): close(isObject: byte == UInt8(ascii: "}"), emit)
        case UInt8(ascii: ","), UInt8(ascii: ":"): break
        case UInt8(ascii: "\""):
            state = .string
            text.removeAll(keepingCapacity: true)
        case _ where Self.isWord(byte):
            state = .word
            text = [byte]
        default: if !Self.isSpace(byte) { noteWrong() }
        }
    }

    private mutating func close(isObject: Bool, _ emit: (Event, Int64) -> Void) {
        guard let top = stack.popLast() else { return noteWrong() }
        if top != isObject { noteWrong() }
        if stack.count < ReadingListLimits.jsonDepth { emit(top ? .endObject : .endArray, line) }
    }

    private mutating func emitEnded(isKey: Bool, _ emit: (Event, Int64) -> Void) {
        guard let (text, line) = ended else { return }
        ended = nil
        emit(isKey ? .key(text) : .string(text), line)
    }

    /// The quote before this letter has opened a text.
    private mutating func reopen(_ byte: UInt8) {
        noteWrong()
        (state, text, isAfterQuote) = (.string, [byte], false)
    }

    private mutating func noteWrong() { wrongLine = wrongLine ?? line }

    private mutating func open(isObject: Bool, _ emit: (Event, Int64) -> Void) {
        if stack.count < ReadingListLimits.jsonDepth { emit(isObject ? .beginObject : .beginArray, line) }
        // Beyond the maximum depth brackets are only counted; a file that nests deeper is garbage.
        if stack.count < 1 << 20 { stack.append(isObject) }
    }

    private mutating func string(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\\"): state = .escape
        case UInt8(ascii: "\""):
            endSurrogate()
            (state, isAfterQuote) = (.value, true)
            guard stack.count <= ReadingListLimits.jsonDepth else { return }
            ended = (FileText.string(text), line)
        default: append(byte)
        }
    }

    private mutating func append(_ byte: UInt8) {
        endSurrogate()
        if text.count < ReadingListLimits.importedTextBytes { text.append(byte) }
    }

    private mutating func escape(_ byte: UInt8) {
        state = .string
        switch byte {
        case UInt8(ascii: "n"): append(0x0a)
        case UInt8(ascii: "t"): append(0x09)
        case UInt8(ascii: "r"): append(0x0d)
        case UInt8(ascii: "b"), UInt8(ascii: "f"): append(0x20)
        case UInt8(ascii: "u"):
            digits.removeAll(keepingCapacity: true)
            state = .unicode
        default: append(byte)
        }
    }

    private mutating func unicode(_ byte: UInt8) {
        digits.append(byte)
        guard digits.count == 4 else { return }
        state = .string
        guard let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16) else { return append(0x3f) }
        if let high = highSurrogate, UTF16.isTrailSurrogate(unit) {
            highSurrogate = nil
            append(scalar: 0x10000 + (UInt32(high) - 0xd800) << 10 + (UInt32(unit) - 0xdc00))
        } else if UTF16.isLeadSurrogate(unit) {
            endSurrogate()
            highSurrogate = unit
        } else {
            endSurrogate()
            append(scalar: UInt32(unit))
        }
    }

    private mutating func append(scalar value: UInt32) {
        let scalar = Unicode.Scalar(value) ?? "\u{fffd}"
        let bytes = Array(String(scalar).utf8)
        if text.count + bytes.count <= ReadingListLimits.importedTextBytes { text += bytes }
    }

    /// A lone surrogate is dropped.
    private mutating func endSurrogate() {
        guard highSurrogate != nil else { return }
        highSurrogate = nil
        append(scalar: 0xfffd)
    }

    private mutating func endWord(_ emit: (Event, Int64) -> Void) {
        state = .value
        guard stack.count <= ReadingListLimits.jsonDepth else { return }
        let word = String(decoding: text, as: UTF8.self)
        switch word {
        case "true": emit(.bool(true), line)
        case "false": emit(.bool(false), line)
        case "null": emit(.null, line)
        default: if let number = Double(word) { emit(.number(number), line) } else { noteWrong() }
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

    private static func isWord(_ byte: UInt8) -> Bool {
        (0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2b || byte == 0x2d
            || byte == 0x2e
    }
}
