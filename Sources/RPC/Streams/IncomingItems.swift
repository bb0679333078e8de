/// One item of a stream, encoded.
struct StreamItem: Sendable {
    let bytes: [UInt8]
    /// Where it stands in what the stream follows.
    var position: StreamPosition?

    /// What it takes of a window.
    var size: StreamWindow { StreamWindow(items: 1, bytes: bytes.count) }
}

/// How much a side holds for one stream: what is on its way and what its reader has not taken.
struct StreamWindow: Sendable, Hashable {
    var items: Int
    /// Of the items' bytes; the last one may go over it.
    var bytes: Int

    static let zero = StreamWindow(items: 0, bytes: 0)

    /// Whether an item may begin.
    var hasRoom: Bool { items > 0 && bytes > 0 }

    mutating func take(_ item: StreamItem) {
        items -= item.size.items
        bytes -= item.size.bytes
    }

    /// Makes more room. Grants come from outside: a sum stays within its type.
    mutating func add(_ room: StreamWindow) {
        items = Self.sum(items, room.items)
        bytes = Self.sum(bytes, room.bytes)
    }

    private static func sum(_ room: Int, _ grant: Int) -> Int {
        let (sum, overflow) = room.addingReportingOverflow(grant)
        return overflow ? .max : sum
    }
}

extension RPCLimits {
    var streamWindow: StreamWindow { StreamWindow(items: streamItems, bytes: streamItemBytes) }

    /// What the other side announced; version 1 began without saying it.
    static func streamWindow(items: UInt64?, bytes: UInt64?) -> StreamWindow {
        let standard = RPCLimits().streamWindow
        return StreamWindow(
            items: items.map { Int(clamping: $0) } ?? standard.items,
            bytes: bytes.map { Int(clamping: $0) } ?? standard.bytes)
    }
}

/// The receiving half of a stream as a pure state machine: puts pieces together, and lets no item come twice, out of
/// turn, or without room for it.
struct IncomingItems: Sendable {
    /// What a message brought.
    enum Arrival: Sendable {
        /// A piece, or something that had come before.
        case nothing
        case item(StreamItem)
        /// No further items follow.
        case end
        /// Something between this and the last item is missing: the stream is over.
        case lost
    }

    private let window: StreamWindow
    private let itemBytes: Int
    private var next: UInt64 = 1
    private var partial: [UInt8] = []
    private var bufferedItems = 0
    /// Bytes of the items that the reader has not taken, the unfinished one included.
    private(set) var heldBytes = 0
    private var partialChecks = 0
    private(set) var hasEnded = false

    /// - Parameter itemBytes: the longest item.
    init(window: StreamWindow, itemBytes: Int) { (self.window, self.itemBytes) = (window, itemBytes) }

    /// Bytes of the item that is not complete.
    var partialBytes: Int { partial.count }

    /// Whether one item has been unfinished for so many looks in a row.
    mutating func isUnfinished(after looks: Int) -> Bool {
        partialChecks = partial.isEmpty ? 0 : partialChecks + 1
        return partialChecks > looks
    }

    /// How many items have arrived whole.
    var count: UInt64 { next - 1 }

    /// Takes in an `item` message.
    ///
    /// - Throws: when there was no room for it, or it is too long.
    mutating func receive(
        _ header: ItemHeader, flags: MessageFlags, body: UnsafeRawBufferPointer
    ) throws(ProtocolViolation) -> Arrival {
        if hasEnded || header.sequence < next { return .nothing }
        guard header.sequence == next, header.offset <= partial.count else { return .lost }
        guard header.offset == partial.count else { return .nothing }
        if flags.contains(.end) {
            hasEnded = true
            guard body.isEmpty, partial.isEmpty else { throw ProtocolViolation(reason: "the end of items has a body") }
            return .end
        }
        if partial.isEmpty, bufferedItems >= window.items || heldBytes >= window.bytes {
            throw ProtocolViolation(reason: "more items than the window of their stream grants")
        }
        guard partial.count + body.count <= itemBytes else {
            throw ProtocolViolation(reason: "an item is over its limit")
        }
        heldBytes += body.count
        guard !flags.contains(.more), partial.isEmpty else {
            partial.append(contentsOf: body)
            guard !flags.contains(.more) else { return .nothing }
            defer { partial = [] }
            return complete(partial, header)
        }
        return complete([UInt8](body), header)
    }

    private mutating func complete(_ bytes: [UInt8], _ header: ItemHeader) -> Arrival {
        next += 1
        bufferedItems += 1
        partialChecks = 0
        return .item(StreamItem(bytes: bytes, position: header.position))
    }

    /// Notes what the reader has taken: there is room for as much again.
    mutating func taken(items: Int, bytes: Int) {
        bufferedItems -= items
        heldBytes -= bytes
    }
}

/// Whether the other side of a stream still says something.
///
/// Looks are counted rather than time: a process that was stopped finds all of its peers silent at once.
struct StreamLiveness: Sendable {
    /// How many looks in a row may find nothing: they are a third of the idle limit apart.
    private static let silentLooksAllowed = 3
    private var hasActivity = true
    private var missedChecks = 0

    /// Something came, if only the word that the other side is there.
    mutating func hear() { hasActivity = true }

    /// Looks whether something came since the last look; false when there was silence for too long.
    mutating func check() -> Bool {
        missedChecks = hasActivity ? 0 : missedChecks + 1
        hasActivity = false
        return missedChecks < Self.silentLooksAllowed
    }
}

/// What one side of a stream has sent, as it tells the other with its signs of life.
struct SentItems: Sendable {
    /// The number of the last item that is out, or of the end.
    var last: UInt64 = 0
    private var lastAtLook: UInt64 = 0

    /// What had gone out at the look before this one. Signs of life pass the items that wait with them; these are gone.
    mutating func look() -> UInt64 {
        defer { lastAtLook = last }
        return lastAtLook
    }
}
