internal import TextFolding

/// A streaming splitter of a JSON array, or an object in its place, into its elements, in the memory of one element.
///
/// Panels are written in PHP: warnings may come first, a list with a gap becomes an object with numbers as keys, a
/// script that dies leaves a list without an end. So this searches the start of the JSON, and ignores the text between
/// the elements; an element is validated when it is parsed.
package struct JSONElementScanner {
    /// The JSON value in place of a list.
    enum Shape: Sendable { case nothing, array, object }

    private enum State { case before, maybe, null, between, key, colon, value, after }

    /// The detected shape; `nothing` as long as no JSON has started.
    private(set) var shape = Shape.nothing
    /// The number of elements passed on.
    package private(set) var count = 0
    /// The number of elements that were too large.
    package private(set) var skipped = 0
    private let maximumBytes: Int
    private var state = State.before
    private var opening: UInt8 = 0
    private var depth = 0
    private var isString = false
    private var isEscaped = false
    private var key: [UInt8] = []
    private var element: [UInt8] = []
    private var length = 0

    package init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// Whether the end was seen.
    package var isComplete: Bool { state == .after }

    /// Scans some more bytes, split anywhere.
    ///
    /// - Parameter receive: Receives each element, with its key in an object.
    /// - Throws: only what `receive` throws.
    package mutating func consume(_ bytes: Span<UInt8>, _ receive: (String?, [UInt8]) throws -> Void) rethrows {
        for index in 0..<bytes.count { try take(bytes[index], receive) }
    }

    private mutating func take(_ byte: UInt8, _ receive: (String?, [UInt8]) throws -> Void) rethrows {
        switch state {
        case .before:
            if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { (state, opening) = (.maybe, byte) }
        case .maybe: try begin(byte, receive)
        case .null: try takeNull(byte, receive)
        case .between:
            if byte.isSpace || byte == UInt8(ascii: ",") { return }
            if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
                state = .after
            } else if shape == .object {
                if byte == UInt8(ascii: "\"") { (state, key) = (.key, []) }
            } else {
                state = .value
                try add(byte, receive)
            }
        case .key: takeKey(byte)
        case .colon:
            if byte == UInt8(ascii: ":") || byte.isSpace { return }
            state = .value
            try add(byte, receive)
        case .value: try add(byte, receive)
        case .after: return
        }
    }

    /// A bracket in a warning starts no JSON: the next byte decides.
    private mutating func begin(_ byte: UInt8, _ receive: (String?, [UInt8]) throws -> Void) rethrows {
        if byte.isSpace { return }
        let isArray = opening == UInt8(ascii: "[")
        if isArray, byte == Self.null[0] {
            state = .null
            return keep(byte)
        }
        let follows = isArray ? "{]\"[" : "\"}"
        guard follows.utf8.contains(byte) else {
            let again = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
            (state, opening) = again ? (.maybe, byte) : (.before, 0)
            return
        }
        (shape, state) = (isArray ? .array : .object, .between)
        try take(byte, receive)
    }

    /// The value may be `null`; a word in a warning that starts like it continues otherwise.
    private mutating func takeNull(_ byte: UInt8, _ receive: (String?, [UInt8]) throws -> Void) rethrows {
        if length < Self.null.count, byte == Self.null[length] { return keep(byte) }
        if length == Self.null.count, byte.isSpace { return }
        guard length == Self.null.count, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") else {
            element.removeAll(keepingCapacity: true)
            (length, state, opening) = (0, .before, 0)
            return try take(byte, receive)
        }
        (shape, state) = (.array, .value)
        try add(byte, receive)
    }

    private static let null = Array("null".utf8)

    private mutating func takeKey(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            state = .colon
            return
        }
        if key.count < Self.maximumKeyBytes { key.append(byte) }
    }

    /// Longer keys are truncated: they are never looked up.
    private static let maximumKeyBytes = 200

    private mutating func add(_ byte: UInt8, _ receive: (String?, [UInt8]) throws -> Void) rethrows {
        if isString {
            keep(byte)
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isString = false
                if depth == 0 { try end(receive) }
            }
            return
        }
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            depth += 1
            keep(byte)
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            if depth == 0 {
                // A number or word ends with the list.
                try end(receive)
                return try take(byte, receive)
            }
            keep(byte)
            depth -= 1
            if depth == 0 { try end(receive) }
        case UInt8(ascii: "\""):
            isString = true
            keep(byte)
        case UInt8(ascii: ",") where depth == 0: try end(receive)
        default: keep(byte)
        }
    }

    private mutating func keep(_ byte: UInt8) {
        length += 1
        if element.count < maximumBytes { element.append(byte) }
    }

    private mutating func end(_ receive: (String?, [UInt8]) throws -> Void) rethrows {
        defer {
            element.removeAll(keepingCapacity: true)
            length = 0
        }
        state = .between
        guard length <= maximumBytes else {
            skipped += 1
            return
        }
        count += 1
        try receive(shape == .object ? String(decoding: key, as: UTF8.self) : nil, element)
    }
}
