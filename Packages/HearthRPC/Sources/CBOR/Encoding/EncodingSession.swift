internal import FoundationEssentials

/// One run of an encoder: the bytes and the values that are being encoded.
///
/// A class, because containers and encoders are copies that write to the same bytes. It is used by one thread at a
/// time, which is why exclusivity need not be checked at run time.
final class EncodingSession {
    @exclusivity(unchecked) var output: OutputBuffer
    @exclusivity(unchecked) var frames: ScratchStack<EncodingFrame>
    /// The entries of the maps that are open.
    @exclusivity(unchecked) var entries: ScratchStack<EncodingEntry>
    /// Containers that were requested inside open ones, and where they belong.
    @exclusivity(unchecked) var holes: [EncodingHole] = []
    /// The number of open arrays and maps.
    @exclusivity(unchecked) var depth = 0
    /// An error that occurred where none could be thrown.
    @exclusivity(unchecked) var failure: (any Error)?
    /// The number of open arrays and maps around this session.
    let baseDepth: Int
    let sortsKeys: Bool
    let maxDepth: Int
    /// The path of this session's first value.
    let basePath: [any CodingKey]

    /// A session whose first memory is borrowed; its own by default.
    init(
        keyOrder: CBOREncoder.KeyOrder, maxDepth: Int, depth: Int = 0, basePath: [any CodingKey] = [],
        output: consuming OutputBuffer = OutputBuffer(capacity: firstBytes),
        frames: consuming ScratchStack<EncodingFrame> = ScratchStack(capacity: firstFrames),
        entries: consuming ScratchStack<EncodingEntry> = ScratchStack(capacity: firstEntries)
    ) {
        self.output = output
        self.frames = frames
        self.entries = entries
        sortsKeys = keyOrder == .deterministic
        self.maxDepth = maxDepth
        self.depth = depth
        baseDepth = depth
        self.basePath = basePath
    }

    private static let firstBytes = 512, firstFrames = 16, firstEntries = 32

    /// Encodes a value and calls `body` with its bytes. Small values need only 2 KiB of the machine stack.
    ///
    /// Nothing is returned through the closures: a result of generic type would cost more than a small value.
    static func encode(
        _ value: some Encodable, keyOrder: CBOREncoder.KeyOrder, maxDepth: Int,
        _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws {
        try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: firstBytes) { bytes in
            try withUnsafeTemporaryAllocation(of: EncodingFrame.self, capacity: firstFrames) { frames in
                try withUnsafeTemporaryAllocation(of: EncodingEntry.self, capacity: firstEntries) { entries in
                    var session = EncodingSession(
                        keyOrder: keyOrder, maxDepth: maxDepth, output: OutputBuffer(lent: bytes),
                        frames: ScratchStack(lent: frames), entries: ScratchStack(lent: entries))
                    defer { if !isKnownUniquelyReferenced(&session) { session.giveBackLentMemory() } }
                    try session.encode(value)
                    if let failure = session.failure { throw failure }
                    body(session.output.bytes)
                }
            }
        }
    }

    /// For a container that a type has kept beyond the end: it still has valid, empty memory.
    private func giveBackLentMemory() {
        output = OutputBuffer(capacity: Self.firstBytes)
        frames = ScratchStack(capacity: Self.firstFrames)
        entries = ScratchStack(capacity: Self.firstEntries)
    }

    /// Appends a value.
    func encode<T: Encodable>(_ value: T) throws {
        if encodeKnown(value) { return }
        if T.self == Date.self { return try encode(date: unsafeBitCast(value, to: Date.self)) }
        if T.self == CBORValue.self { return try encode(tree: unsafeBitCast(value, to: CBORValue.self)) }
        // Far more than wrapper values (optionals, property wrappers) need at any valid depth.
        guard frames.count < maxDepth * 8, failure == nil else { throw failure ?? tooDeep() }
        let level = frames.count
        frames.append(EncodingFrame(start: output.count, firstEntry: entries.count, type: T.self))
        try value.encode(to: ValueEncoder(session: self, level: level))
        try close(level)
    }

    /// Writes a value of one of the types with an encoding of their own. False for any other type.
    ///
    /// The casts are safe, because each follows a comparison of the very types; `as!` would cost more than the rest.
    @inline(__always)
    private func encodeKnown<T: Encodable>(_ value: T) -> Bool {
        if T.self == String.self {
            output.text(unsafeBitCast(value, to: String.self))
        } else if T.self == Int.self {
            output.integer(unsafeBitCast(value, to: Int.self))
        } else if T.self == Double.self {
            output.double(unsafeBitCast(value, to: Double.self))
        } else if T.self == Bool.self {
            output.bool(unsafeBitCast(value, to: Bool.self))
        } else if T.self == UUID.self {
            output.head(.tag, CBORTag.uuid)
            withUnsafeBytes(of: unsafeBitCast(value, to: UUID.self).uuid) { output.string(.byteString, $0) }
        } else if T.self == Data.self {
            unsafeBitCast(value, to: Data.self).withUnsafeBytes { output.string(.byteString, $0) }
        } else if T.self == [UInt8].self {
            unsafeBitCast(value, to: [UInt8].self).withUnsafeBytes { output.string(.byteString, $0) }
        } else if T.self == URL.self {
            output.head(.tag, CBORTag.uri)
            output.text(unsafeBitCast(value, to: URL.self).absoluteString)
        } else if T.self == [String].self, depth < maxDepth {
            let strings = unsafeBitCast(value, to: [String].self)
            output.head(.array, UInt64(strings.count))
            for string in strings { output.text(string) }
        } else if T.self == [Int].self, depth < maxDepth {
            let integers = unsafeBitCast(value, to: [Int].self)
            output.head(.array, UInt64(integers.count))
            for integer in integers { output.integer(integer) }
        } else if T.self == [Double].self, depth < maxDepth {
            let numbers = unsafeBitCast(value, to: [Double].self)
            output.head(.array, UInt64(numbers.count))
            for number in numbers { output.double(number) }
        } else {
            return false
        }
        return true
    }

    private func encode(date: Date) throws {
        let seconds = date.timeIntervalSince1970
        guard seconds.isFinite else {
            throw EncodingError.invalidValue(date, context("A date must be finite."))
        }
        output.head(.tag, CBORTag.epochDate)
        if let whole = Int64(exactly: seconds) { output.integer(whole) } else { output.double(seconds) }
    }

    private func encode(tree: CBORValue) throws {
        var writer = CBORWriter()
        try tree.write(to: &writer, sortsKeys: sortsKeys, depth: depth, maxDepth: maxDepth)
        writer.bytes.withUnsafeBufferPointer { output.append($0) }
    }

    func context(_ description: String) -> EncodingError.Context {
        EncodingError.Context(codingPath: codingPath(level: frames.count - 1), debugDescription: description)
    }

    func tooDeep() -> EncodingError {
        EncodingError.invalidValue(maxDepth, context("Values are nested more deeply than \(maxDepth) levels."))
    }
}
